//! The codes of the errors that users can look up: `fut-nano explain E0101`.
//!
//! The meaning of a code never changes. Each has an explanation in `languages/codes`: a text, a program with the error,
//! and a program without it. Tests check both programs, and generate the book's chapter from the files.

use framework::{Code, ErrorKind, Terminal, codes};
use std::hash::{Hash, Hasher};

codes! {
    folder "../codes";

    User {
        // Syntax.
        UNEXPECTED_TOKEN = "E0001": "something else is expected here";
        UNEXPECTED_CHARACTER = "E0002": "unexpected character";
        UNTERMINATED_STRING = "E0003": "a string without end";
        UNKNOWN_ESCAPE = "E0004": "unknown escape sequence";
        MALFORMED_NUMBER = "E0005": "malformed number";
        NESTED_TOO_DEEPLY = "E0006": "nested too deeply";

        // Names and modules.
        UNKNOWN_NAME = "E0101": "unknown name";
        UNKNOWN_TYPE = "E0102": "unknown type";
        UNKNOWN_MODULE_TYPE = "E0103": "unknown module type";
        NO_MEMBER = "E0104": "the module has nothing of this name";
        BOUND_TWICE = "E0105": "a name is bound twice";
        DEFINED_TWICE = "E0106": "a name is defined twice";
        UNDERSCORE_USED = "E0107": "a name that starts with an underscore is used";
        NOT_A_VALUE = "E0108": "a module where a value is needed";
        NOT_A_MODULE = "E0109": "a value where a module is needed";
        PARAMETRIC_MODULE = "E0110": "a parametric module is not applied", "module-is-parametric";
        NOT_PARAMETRIC = "E0111": "a module that is not parametric is applied";
        WRONG_MEMBER = "E0112": "a module has something else than its module type asks for";
        NO_REFINED_TYPE = "E0113": "`with` gives a type that the module type does not have";
        TYPE_ARGUMENTS = "E0114": "a type with the wrong number of arguments";
        KIND_OF_ARGUMENT = "E0115": "a size where a type is needed, or the other way round";
        ANONYMOUS_SIZE = "E0116": "an anonymous size in the type of a parameter", "anonymous-nonconstructive";
        UNREADABLE_IMPORT = "E0117": "an imported file cannot be read";
        CYCLIC_IMPORT = "E0118": "files import each other";
        NOT_A_VARIABLE = "E0119": "a variable is needed";
        TOO_MANY_CONSTRUCTORS = "E0120": "a sum type with too many constructors";
        NOT_REDEFINABLE = "E0121": "an operator that cannot be redefined", "may-not-be-redefined";
        INTRINSICS_MODULE = "E0122": "the module `intrinsics` in a module expression";

        // Types.
        WRONG_TYPE = "E0201": "wrong type";
        WRONG_SIZE = "E0202": "sizes do not match";
        INFINITE_TYPE = "E0203": "a type would contain itself", "occurs-check";
        NO_FIELD = "E0204": "a record without such a field";
        NOT_A_FUNCTION = "E0205": "too many arguments";
        OPERATOR = "E0206": "an operator does not apply to operands of this type";
        AMBIGUOUS_TYPE = "E0207": "nothing decides a type", "ambiguous-type";
        LITERAL_OUT_OF_BOUNDS = "E0208": "a literal is out of bounds", "literal-out-of-bounds";
        CONSTRUCTOR_ARGUMENTS = "E0209": "a constructor with the wrong number of arguments";
        NOT_INDEXABLE = "E0210": "a value cannot be indexed";
        ELEMENT_TYPE = "E0212": "arrays cannot have such elements";
        FUNCTION_VALUE = "E0213": "a function where none may be";
        OWN_TYPE = "E0214": "a value in the type of its own parameter";
        MODULE_UNIQUENESS = "E0215": "a module and its module type differ in what is unique";
        NEEDS_LIFTING = "E0216": "a named type has functions or unknown sizes";
        RECURSIVE_RESULT = "E0218": "a recursive function gives a function";
        RECURSIVE_ARGUMENT = "E0219": "a recursive call passes another function on";

        // Sizes.
        UNUSED_SIZE = "E0301": "a size parameter is not used", "unused-size";
        SIZE_ESCAPES = "E0302": "a size is used outside of its scope", "scope-violation";
        UNDETERMINED_SIZE = "E0303": "nothing determines a size", "ambiguous-size";
        SIZE_NOT_YET_KNOWN = "E0304": "a size is used before it is known", "causality-check";
        SIZE_OF_NO_VALUE = "E0305": "a size is bound to that of no value", "unused-size";
        COMPONENT_SIZE = "E0306": "a result's size is a component of a parameter", "inaccessible-size";
        SIZE_POLYMORPHIC_VALUE = "E0307": "a constant with size parameters and a size that is computed";
        NOT_CONSTRUCTIVE = "E0308": "an abstract type's size is not the size of an array";

        // Uniqueness.
        USED_AFTER_CONSUMPTION = "E0401": "a value is used after it was consumed", "use-after-consume";
        NOT_CONSUMABLE = "E0402": "a value is consumed that may not be", "not-consumable";
        CONSUMED_FROM_OUTSIDE = "E0403": "a function or loop consumes what is bound outside of it", "not-consumable";
        ALIASED_ARGUMENT = "E0404": "a call consumes an argument and gets it a second time", "consuming-argument";
        RESULT_NOT_UNIQUE = "E0405": "a unique result may share memory", "return-aliased";
        RETURNED_CONSTANT = "E0406": "a result may share memory with a constant", "alias-free-variable";
        CONSUMING_FUNCTION = "E0407": "a function consumes what it may not", "unify-consuming-param";
        LOOP_CONSUMPTION = "E0408": "a loop consumes its parameter, but others may have it too", "loop-parameter-aliases-other";
        ALIASED_UPDATE = "E0409": "an array is updated with a part of itself";
        CONSUMING_CLOSURE = "E0410": "making a function consumes a value", "contains-consumption";

        // Patterns.
        MISSING_CASE = "E0501": "a value without a case", "unmatched-cases";
        REFUTABLE_PATTERN = "E0502": "a pattern that does not match every value", "refutable-pattern";

        // Entry points.
        POLYMORPHIC_ENTRY = "E0601": "a polymorphic entry point", "polymorphic-entry";
        HIGHER_ORDER_ENTRY = "E0602": "an entry point that takes functions", "higher-order-entry";
        ENTRY_SIZE = "E0603": "an entry point whose parameters do not determine a size", "size-polymorphic-entry";
        NO_ENTRY = "E0604": "there is no such entry point";
        NESTED_ENTRY = "E0605": "an entry point inside a module", "nested-entry";

        // Editions.
        REARRANGE = "E0701": "`rearrange` needs every dimension once";
        UNKNOWN_RESULT_SIZES = "E0702": "a size of an older edition cannot be found when the program runs";
        TWO_KINDS_OF_SIZES = "E0703": "a function names sizes in two ways";
    }

    Limitation {
        MISSING_FEATURE = "E0803": "something that is not implemented yet";
        ENDLESS_INSTANCES = "E0804": "a program without end of different instances";
        UNCOMPARABLE_SIZE = "E0805": "a size whose expression cannot be compared";
        TOO_MANY_PATTERNS = "E0806": "patterns that are too many to check";
        UPDATE_BESIDE_FUNCTION = "E0807": "an update of an array beside a function";
        MANY_ARRAYS = "E0809": "an operation of an older edition on too many arrays";
        TYPE_TOO_LARGE = "E0810": "a type with too many parts";
        TOO_MUCH_CODE = "E0811": "a program that becomes too large";
        EARLY_DERIVATIVE = "E0812": "a derivative in a language in which it has no value yet";
        NO_DERIVATIVE = "E0813": "a function whose derivative cannot be computed";
    }

    RunTime {
        INDEX_OUT_OF_BOUNDS = "E0901": "an index is out of bounds";
        DIVISION_BY_ZERO = "E0902": "division by zero";
        FALSE_ASSERTION = "E0903": "an assertion is false";
        SIZE_AT_RUN_TIME = "E0904": "an array has another size than it should have";
        OUT_OF_MEMORY = "E0905": "out of memory";
        WRONG_INPUT = "E0906": "input that the entry point does not take";
        INVALID_RANGE = "E0907": "an invalid range";
        NEGATIVE_EXPONENT = "E0908": "a negative exponent";
        NESTED_CALLS = "E0909": "calls are nested too deeply";
        NO_VALUE = "E0910": "an expression without a value";
        TIMED_OUT = "E0911": "a run that takes longer than it may";
        INTERRUPTED = "E0912": "a run that was interrupted";
    }

    Warning {
        UNUSED_NAME = "W0001": "a name is not used";
        OLDER_EDITION = "W0002": "a program of an older edition";
        AMBIGUOUS_NUMBER = "W0003": "nothing decides the type of a number";
        COMPARED_ARRAYS = "W0004": "arrays are compared by `==`";
        PATTERN_OUT_OF_BOUNDS = "W0005": "a literal in a pattern is out of bounds";
        SIZE_WITH_BINDING = "W0006": "a size whose expression binds names", "size-expression-bind";
        USELESS_STAR = "W0007": "a unique type without arrays";
        SHADOWED_TYPE = "W0008": "an included module type hides a type";
        RANGE_WITHOUT_STEP = "W0009": "a range whose first two elements are equal";
        SAFETY_CHECK = "W0010": "an expression with `#[warn(safety_checks)]` needs a check at run time";
        LOOP_NOT_UNROLLED = "W0011": "a loop with `#[unroll]` stays a loop";
    }
}

/// Returns the code with this name, such as `E0101`. Case, leading zeros and the `E` do not matter: `e101`, `101`.
pub fn find(id: &str) -> Option<&'static Code> {
    let (letter, digits) = match id.strip_prefix(['W', 'w']) {
        Some(digits) => ('W', digits),
        None => ('E', id.strip_prefix(['E', 'e']).unwrap_or(id)),
    };
    if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let id = format!("{letter}{:04}", digits.parse::<u32>().ok()?);
    ALL.iter().copied().find(|code| code.id == id)
}

/// The code of a failure at run time, as programs contain it.
#[derive(Clone, Copy, Debug)]
pub struct FailureCode(pub &'static Code);

impl PartialEq for FailureCode {
    fn eq(&self, other: &FailureCode) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for FailureCode {}

impl Hash for FailureCode {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl Terminal for FailureCode {
    fn write(&self) -> String {
        self.0.id.to_string()
    }
    fn read(text: &str) -> Option<FailureCode> {
        find(text).filter(|code| code.kind == ErrorKind::RunTime).map(FailureCode)
    }
}
