-- | A type with an associative operation `op` and its neutral element `ne`.
module type monoid = {
  type t
  val ne: t
  val op: t -> t -> t
}
