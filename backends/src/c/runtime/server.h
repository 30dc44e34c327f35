// The server: keeps values in variables, and answers commands on standard input, a line each. The protocol is that of
// Futhark's servers.

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

// ----- calls -----

// Marks the leaves of constructors that a value does not use as void: they may have other sizes than the parameter.
static void mark_unused(const struct type *type, struct leaf *leaves) {
  if (type->kind != RECORD && type->kind != SUM) return;
  for (int k = 0; k < type->part_count; k++) {
    const struct part *part = &type->parts[k];
    bool used = type->kind == RECORD || leaves[0].word == (uint64_t)k;
    int at = part->at;
    for (int i = 0; i < (type->kind == RECORD ? 1 : part->count); i++) {
      const struct type *own = &types[part->types[i]];
      for (int j = 0; j < own->width && !used; j++) leaves[at + j].is_void = true;
      if (used) mark_unused(own, leaves + at);
      at += own->width;
    }
  }
}

// `call ENTRY OUTPUTS INPUTS`: one variable for a tuple, or one for each component.
static bool do_call(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry == NULL) return false;
  char **outs = s->args + 1;
  int count = s->count - 1 == 1 + entry->input_count ? 1 : entry->output_count;
  if (s->count - 1 < count + entry->input_count) return too_few(s);
  char **ins = outs + count;
  struct leaf in[MOST_ARGUMENTS], out[MOST_RESULTS];
  int at = 0;
  memset(in, 0, sizeof in);
  for (int k = 0; k < entry->input_count; k++) {
    const struct type *wanted = &types[entry->inputs[k].type];
    struct variable *v = value_of(s, ins[k]);
    if (v == NULL) return false;
    if (v->type != wanted) return refuse(s, "Wrong input type.  Expected %s, got %s.", wanted->name, v->type->name);
    memcpy(in + at, v->leaves, (size_t)wanted->width * sizeof *in);
    mark_unused(wanted, in + at);
    at += wanted->width;
  }
  if (!are_free(s, outs, count)) return false;
  double start = now_in_nanoseconds();
  int status = call_entry(s->ctx, &entries[entry->number], in, out);
  // Clients expect the time of failures, too.
  fprintf(s->answer, "runtime: %lld\n", (long long)((now_in_nanoseconds() - start) / 1e3));
  if (status != FUTHARK_SUCCESS) {
    char *error = futhark_context_get_error(s->ctx);
    refuse(s, "%s", error == NULL ? "Out of memory" : error);
    free(error);
    return false;
  }
  for (int k = 0; k < entry->input_count; k++) {
    struct variable *v = entry->inputs[k].unique ? find(s, ins[k]) : NULL;
    if (v != NULL) drop_value(s, v);
  }
  at = 0;
  for (int k = 0; k < count; k++) {
    const struct type *type = &types[count == 1 ? entry->whole.type : entry->outputs[k].type];
    if (!add(s, outs[k], type, out + at)) return false;
    at += type->width;
  }
  return true;
}

// ----- files -----

// `restore FILE VARIABLE TYPE …`: what was read before a failure stays.
static bool do_restore(struct server *s) {
  if (!has(s, 1)) return false;
  const char *name = s->args[0];
  struct reader reader;
  FILE *file = fopen(name, "rb");
  if (file == NULL) return refuse(s, "Failed to open %s: %s", name, strerror(errno));
  bool fine = read_all(file, &reader);
  // A folder can be opened, but not read.
  if (!fine || ferror(file)) refuse(s, "Failed to open %s: %s", name, strerror(errno));
  fclose(file);
  if (s->failure != NULL) {
    if (fine) free((void *)(uintptr_t)reader.data);
    return false;
  }
  int k = 1;
  for (; fine && k < s->count; k += 2) {
    const struct type *type = has(s, k + 2) ? type_of(s, s->args[k + 1]) : NULL;
    bool is_new = type != NULL && is_free(s, s->args[k]);
    struct leaf *leaves = is_new ? calloc((size_t)type->width + 1, sizeof *leaves) : NULL;
    int read = 0;
    while (leaves != NULL && read < type->width && read_leaf(s->ctx, &reader, type->leaves[read], &leaves[read])) read++;
    fine = leaves != NULL && read == type->width;
    if (leaves != NULL && !fine) {
      refuse(s, "Failed to restore variable %s.\nPossibly malformed data in %s (errno: Success)", s->args[k], name);
      drop_leaves(s, leaves, read);
    }
    fine = fine && add(s, s->args[k], type, leaves);
    free(leaves);
  }
  if (fine && !at_end(&reader)) fine = refuse(s, "Expected EOF after reading %d values from %s", (k - 1) / 2, name);
  free((void *)(uintptr_t)reader.data);
  return fine;
}

// A file without a name in the folder of `name`, where the system has such files: a process that is killed leaves none.
static FILE *nameless_file(const char *name) {
#if defined(O_TMPFILE)
  const char *slash = strrchr(name, '/');
  char *folder = slash == NULL ? strdup(".") : strndup(name, (size_t)(slash - name) + 1);
  int number = folder == NULL ? -1 : open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  free(folder);
  FILE *file = number < 0 ? NULL : fdopen(number, "wb");
  if (file == NULL && number >= 0) close(number);
  return file;
#else
  return NULL;
#endif
}

static bool name_file(FILE *file, const char *name) {
#if defined(O_TMPFILE)
  char place[64];
  snprintf(place, sizeof place, "/proc/self/fd/%d", fileno(file));
  return fflush(file) == 0 && linkat(AT_FDCWD, place, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
#else
  return false;
#endif
}

// `store FILE VARIABLE …`: a new file is there whole, or not at all. A file that exists is written in place, as its
// reader may have opened it before.
static bool do_store(struct server *s) {
  if (!has(s, 1)) return false;
  const char *name = s->args[0];
  char *scratch = NULL;
  FILE *file = NULL;
  bool nameless = false;
  for (int k = 1; k < s->count; k++) {
    if (value_of(s, s->args[k]) == NULL) return false;
  }
  struct stat status;
  if (stat(name, &status) == 0) {
    file = fopen(name, "wb");
  } else if ((file = nameless_file(name)) == NULL && asprintf(&scratch, "%s.XXXXXX", name) >= 0) {
    int number = mkstemp(scratch);
    file = number < 0 ? NULL : fdopen(number, "wb");
  } else {
    nameless = file != NULL;
  }
  bool fine = file != NULL;
  for (int k = 1; fine && k < s->count; k++) {
    struct variable *v = find(s, s->args[k]);
    for (int i = 0; i < v->type->width; i++) write_binary(file, v->type->leaves[i], &v->leaves[i]);
  }
  if (fine && nameless) fine = name_file(file, name);
  if (file != NULL) fine = fclose(file) == 0 && fine && (scratch == NULL || rename(scratch, name) == 0);
  if (!fine) refuse(s, "Failed to open %s: %s", name, strerror(errno));
  if (!fine && file != NULL && scratch != NULL) (void)unlink(scratch);
  free(scratch);
  return fine;
}

static bool do_free(struct server *s) {
  for (int k = 0; k < s->count; k++) {
    if (!drop_variable(s, s->args[k])) return false;
  }
  return true;
}

static bool do_rename(struct server *s) {
  struct variable *v = has(s, 2) ? find(s, s->args[0]) : NULL;
  if (v == NULL || !is_free(s, s->args[1])) return false;
  char *name = strdup(s->args[1]);
  if (name == NULL) return out_of_memory(s);
  free(v->name);
  v->name = name;
  return true;
}

// ----- profiles and tuning -----

static void drop_variables(struct server *s) {
  while (s->variables != NULL) (void)drop_variable(s, s->variables->name);
}

static bool do_clear(struct server *s) {
  drop_variables(s);
  s->ctx->event_count = 0;
  return futhark_context_clear_caches(s->ctx) == FUTHARK_SUCCESS;
}

static bool do_pause(struct server *s) {
  futhark_context_pause_profiling(s->ctx);
  return true;
}

static bool do_unpause(struct server *s) {
  futhark_context_unpause_profiling(s->ctx);
  return true;
}

static bool do_report(struct server *s) {
  char *report = futhark_context_report(s->ctx);
  if (report == NULL) return out_of_memory(s);
  fprintf(s->answer, "%s\n", report);
  free(report);
  return true;
}

static bool do_set_tuning_param(struct server *s) {
  if (!has(s, 2)) return false;
  char *end = NULL;
  unsigned long long value = strtoull(s->args[1], &end, 10);
  if (isdigit((unsigned char)s->args[1][0]) && *end == 0 &&
      futhark_context_config_set_tuning_param(s->ctx->config, s->args[0], value) == 0) {
    return true;
  }
  return refuse(s, "Failed to set tuning parameter %s to %s", s->args[0], s->args[1]);
}

// The tuning parameter that is the first argument.
static int tuning_param(struct server *s) {
  int number = has(s, 1) ? find_parameter(s->args[0]) : -1;
  if (number < 0 && s->failure == NULL) (void)refuse(s, "Unknown tuning parameter: %s", s->args[0]);
  return number;
}

static bool do_get_tuning_param(struct server *s) {
  int number = tuning_param(s);
  if (number < 0) return false;
  // A threshold that is not set is that of all.
  bool is_threshold = strcmp(parameters[number].class, "threshold") == 0;
  const struct worker *w = &s->ctx->host;
  int64_t value = is_threshold ? threshold(w, number, find_parameter("threshold")) : parameter(w, number);
  fprintf(s->answer, "%" PRId64 "\n", value < 0 ? 0 : value);
  return true;
}

static bool do_tuning_param_class(struct server *s) {
  int number = tuning_param(s);
  if (number >= 0) fprintf(s->answer, "%s\n", parameters[number].class);
  return number >= 0;
}

static bool do_tuning_params(struct server *s) {
  if (!has(s, 1) || interface_of(s, s->args[0]) == NULL) return false;
  for (int k = 0; k < PARAMETERS; k++) fprintf(s->answer, "%s\n", parameters[k].name);
  return true;
}

// ----- commands -----

static const struct command {
  const char *name;
  bool (*run)(struct server *s);
} commands[] = {
    {"types", do_types}, {"entry_points", do_entry_points}, {"inputs", do_inputs}, {"outputs", do_outputs},
    {"output", do_output}, {"attributes", do_attributes}, {"call", do_call}, {"restore", do_restore},
    {"store", do_store}, {"free", do_free}, {"rename", do_rename}, {"clear", do_clear},
    {"pause_profiling", do_pause}, {"unpause_profiling", do_unpause}, {"report", do_report},
    {"set_tuning_param", do_set_tuning_param}, {"get_tuning_param", do_get_tuning_param},
    {"tuning_params", do_tuning_params}, {"tuning_param_class", do_tuning_param_class}, {"type", do_type},
    {"kind", do_kind}, {"rank", do_rank}, {"elemtype", do_elemtype}, {"fields", do_fields},
    {"variants", do_variants}, {"new", do_new}, {"project", do_project}, {"construct", do_construct},
    {"destruct", do_destruct}, {"variant", do_variant}, {"new_array", do_new_array}, {"set", do_set},
    {"shape", do_shape}, {"index", do_index}, {"zip", do_zip}, {"unzip", do_unzip}};

static bool run_command(struct server *s, char *line, char **words) {
  int count = split(line, words);
  if (count < 0) return refuse(s, "A quote has no end");
  if (count == 0) return refuse(s, "Empty line");
  s->args = words + 1;
  s->count = count - 1;
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++) {
    if (strcmp(commands[k].name, words[0]) == 0) return commands[k].run(s);
  }
  return refuse(s, "Unknown command: %s", words[0]);
}

// Writes the answer to a line.
static void answer_line(struct server *s, char *line) {
  char *text = NULL;
  size_t size = 0;
  char **words = malloc((strlen(line) / 2 + 2) * sizeof *words);
  s->answer = open_memstream(&text, &size);
  s->failure = NULL;
  if (words == NULL || s->answer == NULL) exit(1);
  bool fine = run_command(s, line, words);
  fclose(s->answer);
  fwrite(text, 1, size, stdout);
  if (!fine) printf("%%%%%% FAILURE\n%s\n", s->failure == NULL ? "Out of memory" : s->failure);
  printf("%%%%%% OK\n");
  fflush(stdout);
  free(s->failure);
  free(text);
  free(words);
}

static const char *const HELP = "Options:\n\n" COMMON_HELP;

static void parse_options(struct futhark_context_config *config, int argc, char **argv) {
  static const struct option names[] = {COMMON_OPTIONS};
  int option;
  while ((option = getopt_long(argc, argv, ":DLPh", names, NULL)) != -1) common_option(config, option, argv, HELP);
  no_more_arguments(argc, argv);
}

// Ends the process when nobody can read its answers any more, even if it is in the middle of a call. One that is not
// finds the end of its input first.
static void *watch_client(void *unused) {
  struct pollfd out = {.fd = STDOUT_FILENO};
  while (poll(&out, 1, -1) < 0 && errno == EINTR) continue;
  if ((out.revents & (POLLERR | POLLHUP)) != 0) {
    sleep(1);
    _exit(1);
  }
  return unused;
}

int main(int argc, char **argv) {
  struct futhark_context_config *config = futhark_context_config_new();
  if (config == NULL) return 1;
  parse_options(config, argc, argv);
  struct server server = {.ctx = futhark_context_new(config)};
  if (server.ctx == NULL) return 1;
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, watch_client, NULL) == 0) (void)pthread_detach(watcher);
  printf("%%%%%% OK\n");
  fflush(stdout);
  char *line = NULL;
  size_t room = 0;
  while (getline(&line, &room, stdin) >= 0) answer_line(&server, line);
  free(line);
  drop_variables(&server);
  futhark_context_free(server.ctx);
  futhark_context_config_free(config);
  return 0;
}
