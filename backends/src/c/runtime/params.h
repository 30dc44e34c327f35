// Options that set tuning parameters.

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
