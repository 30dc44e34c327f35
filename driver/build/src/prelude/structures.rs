// Records, sums and values that stay on the side of the program, and calls of functions.

macro_rules! record {
    ($Name:ident { $($field:ident: $T:ty = $project:ident),* }, $new:ident, $free:ident) => {
        /// A record of the program.
        #[derive(Debug, Clone, PartialEq)]
        pub struct $Name {
            $(#[allow(missing_docs)] pub $field: $T),*
        }

        unsafe extern "C" {
            fn $new(context: *mut Raw, record: *mut *mut Raw, $(_: <$T as Pass>::C),*) -> c_int;
            fn $free(context: *mut Raw, record: *mut Raw) -> c_int;
            $(fn $project(context: *mut Raw, field: *mut <$T as Take<'static>>::C, record: *mut Raw) -> c_int;)*
        }

        impl Pass for $Name {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                $(let $field = self.$field.pass(context)?;)*
                let mut raw = Foreign::EMPTY;
                // SAFETY: the fields are values of their types.
                context.run(|| unsafe { $new(context.raw, &mut raw, $($field.value),*) })?;
                Ok(Passed::held(raw, context, $free))
            }
        }

        impl<'c> Take<'c> for $Name {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                let _held = Held { raw: value, context, free: $free };
                Ok($Name {
                    $($field: {
                        let mut part = Foreign::EMPTY;
                        // SAFETY: the record has this field, which belongs to the caller.
                        unsafe {
                            context.run(|| $project(context.raw, &mut part, value))?;
                            <$T as Take>::take(context, part)?
                        }
                    }),*
                })
            }
        }
    };
}

macro_rules! sum {
    (
        $Name:ident {
            $($Case:ident $(($($operand:ident: $T:ty),+))? = $number:literal, $construct:ident, $destruct:ident);*
        },
        $variant:ident, $free:ident
    ) => {
        /// A sum of the program.
        #[derive(Debug, Clone, PartialEq)]
        pub enum $Name {
            $(#[allow(missing_docs)] $Case $(($($T),+))?),*
        }

        unsafe extern "C" {
            fn $variant(context: *mut Raw, sum: *mut Raw) -> c_int;
            fn $free(context: *mut Raw, sum: *mut Raw) -> c_int;
            $(
                fn $construct(context: *mut Raw, sum: *mut *mut Raw $($(, _: <$T as Pass>::C)+)?) -> c_int;
                fn $destruct(context: *mut Raw $($(, _: *mut <$T as Take<'static>>::C)+)?, sum: *mut Raw) -> c_int;
            )*
        }

        impl Pass for $Name {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                let mut raw = Foreign::EMPTY;
                match self {
                    $($Name::$Case $(($($operand),+))? => {
                        $($(let $operand = $operand.pass(context)?;)+)?
                        // SAFETY: the operands are values of their types.
                        context.run(|| unsafe { $construct(context.raw, &mut raw $($(, $operand.value)+)?) })?;
                    })*
                }
                Ok(Passed::held(raw, context, $free))
            }
        }

        impl<'c> Take<'c> for $Name {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                let _held = Held { raw: value, context, free: $free };
                // SAFETY: the constructor is the value's, and its operands belong to the caller.
                unsafe {
                    match $variant(context.raw, value) {
                        $($number => {
                            $($(let mut $operand = Foreign::EMPTY;)+)?
                            context.run(|| $destruct(context.raw $($(, &mut $operand)+)?, value))?;
                            Ok($Name::$Case $(($(<$T as Take>::take(context, $operand)?),+))?)
                        })*
                        number => Err(Error(format!("a value has the unknown constructor {number}"))),
                    }
                }
            }
        }
    };
}

macro_rules! kept {
    ($Name:ident, $free:ident) => {
        /// A value of the program that stays on its side. It can be passed to entry points of the same context.
        pub struct $Name<'c>(Held<'c>);

        unsafe extern "C" {
            fn $free(context: *mut Raw, value: *mut Raw) -> c_int;
        }

        impl std::fmt::Debug for $Name<'_> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($Name))
            }
        }

        impl Pass for $Name<'_> {
            type C = *mut Raw;
            fn pass<'c>(&self, context: &'c Context) -> Result<Passed<'c, *mut Raw>, Error> {
                if !std::ptr::eq(self.0.context, context) {
                    return Err(Error("a value of another context was given".into()));
                }
                Ok(Passed { value: self.0.raw, _held: None })
            }
        }

        impl<'c> Take<'c> for $Name<'c> {
            type C = *mut Raw;
            unsafe fn take(context: &'c Context, value: *mut Raw) -> Result<Self, Error> {
                Ok($Name(Held { raw: value, context, free: $free }))
            }
        }
    };
}

/// Calls a function that writes results of these types, given further arguments in C.
macro_rules! call {
    ($context:expr, $function:ident($($argument:expr),*) -> ($($result:ident: $T:ty),*)) => {{
        $(let mut $result = <<$T as Take>::C as Foreign>::EMPTY;)*
        // SAFETY: the arguments and the results are values of the function's types. The results belong to the caller.
        $context.run(|| unsafe {
            match $function($context.raw $(, &mut $result)* $(, $argument)*) {
                0 => futhark_context_sync($context.raw),
                status => status,
            }
        })?;
        // SAFETY: as above.
        $(let $result = unsafe { <$T as Take>::take($context, $result)? };)*
        #[allow(unused_parens)]
        Ok(($($result),*))
    }};
}
