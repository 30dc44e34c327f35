//! Compares the parameters of types with those that are specified.

use framework::{Error, Name, Span};
use languages::codes;
use languages::source::{Liftedness, TypeParam};

/// Checks that a given type has the parameters of the specified type, and that they allow all types that these allow.
pub(super) fn not_narrower(name: Name, asked: &[TypeParam], given: &[TypeParam], at: Span) -> Result<(), Error> {
    let lifting = |param: &TypeParam| match param {
        TypeParam::TypeParamNamed { lifted, .. } => Some(*lifted),
        TypeParam::SizeParam { .. } => None,
    };
    let same_kinds = asked.iter().zip(given).all(|(asked, given)| lifting(asked).is_some() == lifting(given).is_some());
    if asked.len() != given.len() || !same_kinds {
        let message = format!("the type `{name}` is given other parameters than it is specified with");
        return Err(codes::WRONG_MEMBER.error(at, message));
    }
    match asked.iter().zip(given).any(|(asked, given)| lifting(asked) > lifting(given)) {
        true => {
            let message = format!("the type `{name}` is given parameters that allow fewer types");
            Err(codes::WRONG_MEMBER.error(at, message))
        }
        false => Ok(()),
    }
}

/// Whether a type of a module takes all arguments that its specification allows.
pub(super) fn takes_the_same(own: &[TypeParam], specified: &[TypeParam]) -> bool {
    let fits = |(own, specified): (&TypeParam, &TypeParam)| match (own, specified) {
        (TypeParam::SizeParam { .. }, TypeParam::SizeParam { .. }) => true,
        (TypeParam::TypeParamNamed { lifted: own, .. }, TypeParam::TypeParamNamed { lifted, .. }) => own >= lifted,
        _ => false,
    };
    own.len() == specified.len() && own.iter().zip(specified).all(fits)
}

/// The name of a liftedness in messages.
pub(super) const fn liftedness(lifted: Liftedness) -> &'static str {
    match lifted {
        Liftedness::Unlifted => "non-lifted",
        Liftedness::SizeLifted => "size-lifted (`type~`)",
        Liftedness::Lifted => "lifted (`type^`)",
    }
}
