// The options that executables and servers have, such as those that set tuning parameters.

#include <getopt.h>

// Ends the program with a message.
COLD static void stop(const char *program, const char *format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "%s: ", program);
  vfprintf(stderr, format, list);
  va_end(list);
  exit(1);
}

// Splits NAME=VALUE at the last `=`, and sets the parameter. Returns whether it exists.
static bool assign_param(const char *program, struct futhark_context_config *config, char *assignment) {
  char *equals = strrchr(assignment, '=');
  if (equals == NULL) stop(program, "Invalid argument for size option: %s\n", assignment);
  else *equals = 0;
  return futhark_context_config_set_tuning_param(config, assignment, strtoull(equals + 1, NULL, 10)) == 0;
}

static void set_param(const char *program, struct futhark_context_config *config, char *assignment) {
  if (!assign_param(program, config, assignment)) stop(program, "Unknown size: %s\n", assignment);
}

// Reads a tuning file: lines NAME=VALUE, and comments that begin with `#`.
static void read_tuning(const char *program, struct futhark_context_config *config, const char *name) {
  char *line = NULL;
  size_t room = 0;
  FILE *file = fopen(name, "r");
  if (file == NULL) stop(program, "Cannot open %s: %s\n", name, strerror(errno));
  while (getline(&line, &room, file) >= 0) {
    char *start = line + strspn(line, " \t");
    // Files may be for other backends, so parameters that are not known are left out.
    if (strchr("#\r\n", *start) == NULL) (void)assign_param(program, config, start);
  }
  free(line);
  fclose(file);
}

static void print_params(void) {
  for (int k = 0; k < PARAMETERS; k++) printf("%s (%s)\n", parameters[k].name, parameters[k].class);
}

// ----- common options -----

#if THREADS
#define THREADS_HELP "  --num-threads INT          Set number of threads used for execution.\n"
#define THREADS_OPTION {"num-threads", required_argument, NULL, NUM_THREADS},
#else
#define THREADS_HELP
#define THREADS_OPTION
#endif

#define COMMON_HELP \
  "  -D/--debugging             Perform possibly expensive internal correctness checks and verbose logging.\n" \
  "  -L/--log                   Print various low-overhead logging information to stderr while running.\n" \
  "  -P/--profile               Enable the collection of profiling information.\n" \
  "  -h/--help                  Print help information and exit.\n" \
  "  --print-params             Print all tuning parameters that can be set with --param or --tuning.\n" \
  "  --param ASSIGNMENT         Set a tuning parameter to the given value.\n" \
  "  --tuning FILE              Read size=value assignments from the given file.\n" \
  "  --cache-file FILE          Store program cache here.\n" THREADS_HELP "\n"

#define COMMON_OPTIONS \
  {"debugging", no_argument, NULL, 'D'}, {"log", no_argument, NULL, 'L'}, {"profile", no_argument, NULL, 'P'}, \
  {"help", no_argument, NULL, 'h'}, {"print-params", no_argument, NULL, PRINT_PARAMS}, \
  {"param", required_argument, NULL, PARAM}, {"tuning", required_argument, NULL, TUNING}, \
  {"cache-file", required_argument, NULL, CACHE_FILE}, THREADS_OPTION {NULL, 0, NULL, 0}

enum { PRINT_PARAMS = 256, PARAM, TUNING, CACHE_FILE, NUM_THREADS };

// Does what a common option says. `help` describes all options of the program.
static void common_option(struct futhark_context_config *config, int option, char **argv, const char *help) {
  const char *program = argv[0];
  switch (option) {
    case 'D': futhark_context_config_set_debugging(config, 1); break;
    case 'L': futhark_context_config_set_logging(config, 1); break;
    case 'P': futhark_context_config_set_profiling(config, 1); break;
    case 'h': printf("Usage: %s [OPTIONS]...\n%s", program, help); exit(0);
    case PRINT_PARAMS: print_params(); exit(0);
    case PARAM: set_param(program, config, optarg); break;
    case TUNING: read_tuning(program, config, optarg); break;
    case CACHE_FILE: futhark_context_config_set_cache_file(config, optarg); break;
#if THREADS
    case NUM_THREADS: futhark_context_config_set_num_threads(config, atoi(optarg)); break;
#endif
    case ':': stop(program, "Missing argument for option %s\n", argv[optind - 1]); break;
    default:
      fprintf(stderr, "Usage: %s [OPTIONS]...\n%s", program, help);
      stop(program, "Unknown option: %s\n", argv[optind - 1]);
  }
}

static void no_more_arguments(int argc, char **argv) {
  if (optind < argc) stop(argv[0], "Excess non-option: %s\n", argv[optind]);
}
