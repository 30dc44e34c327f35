// Servers: the words of commands, variables, and commands about types and entry points. Messages are those of Futhark's
// servers.

struct variable {
  char *name;
  const struct type *type;
  // NULL after an entry point has consumed the value.
  struct leaf *leaves;
  struct variable *next;
};

struct server {
  struct futhark_context *ctx;
  struct variable *variables;
  // The lines of the answer, and why the command failed.
  FILE *answer;
  char *failure;
  // The words of the command behind its name.
  char **args;
  int count;
};

// ----- failures and words -----

static bool refuse(struct server *s, const char *format, ...) {
  va_list list;
  if (s->failure != NULL) return false;
  va_start(list, format);
  if (vasprintf(&s->failure, format, list) < 0) s->failure = NULL;
  va_end(list);
  return false;
}

static bool too_few(struct server *s) { return refuse(s, "Insufficient command args."); }
static bool has(struct server *s, int count) { return s->count >= count || too_few(s); }
static bool out_of_memory(struct server *s) { return refuse(s, "Out of memory"); }

// Splits a line into words: characters without spaces, or any characters between two quotes. Returns -1 if a quote has
// no end.
static int split(char *line, char **words) {
  int count = 0;
  for (;;) {
    while (isspace((unsigned char)*line)) line++;
    if (*line == 0) return count;
    bool quoted = *line == '"';
    char *start = line + quoted;
    line = start;
    while (*line != 0 && (quoted ? *line != '"' : !isspace((unsigned char)*line))) line++;
    if (quoted && *line == 0) return -1;
    if (quoted && line[1] != 0 && !isspace((unsigned char)line[1])) {
      // The next word begins right behind the quote.
      *line++ = 0;
      words[count++] = start;
      continue;
    }
    if (*line != 0) *line++ = 0;
    words[count++] = start;
  }
}

// A size or an index: not negative, and at most `most`.
static bool parse_number(const char *word, int64_t most, int64_t *number) {
  char *end;
  errno = 0;
  *number = strtoll(word, &end, 10);
  return isdigit((unsigned char)word[word[0] == '+']) && *end == 0 && errno == 0 && *number <= most;
}

// ----- variables -----

static struct variable *find(struct server *s, const char *name) {
  for (struct variable *v = s->variables; v != NULL; v = v->next) {
    if (strcmp(v->name, name) == 0) return v;
  }
  refuse(s, "Unknown variable: %s", name);
  return NULL;
}

static struct variable *value_of(struct server *s, const char *name) {
  struct variable *v = find(s, name);
  if (v == NULL || v->leaves != NULL) return v;
  refuse(s, "Variable has been consumed: %s", name);
  return NULL;
}

static bool is_free(struct server *s, const char *name) {
  for (struct variable *v = s->variables; v != NULL; v = v->next) {
    if (strcmp(v->name, name) == 0) return refuse(s, "Variable already exists: %s", name);
  }
  return true;
}

// Whether there are no variables of these names, and each is there once.
static bool are_free(struct server *s, char **names, int count) {
  for (int k = 0; k < count; k++) {
    if (!is_free(s, names[k])) return false;
    for (int i = 0; i < k; i++) {
      if (strcmp(names[i], names[k]) == 0) return refuse(s, "Variable already exists: %s", names[k]);
    }
  }
  return true;
}

// Adds a variable with leaves whose references it takes over.
static bool add(struct server *s, const char *name, const struct type *type, const struct leaf *leaves) {
  struct variable *v = calloc(1, sizeof *v);
  size_t bytes = (size_t)type->width * sizeof *leaves;
  if (v != NULL) *v = (struct variable){strdup(name), type, malloc(bytes + 1), s->variables};
  if (v == NULL || v->name == NULL || v->leaves == NULL) return out_of_memory(s);
  memcpy(v->leaves, leaves, bytes);
  s->variables = v;
  return true;
}

// The same for leaves that stay another's.
static bool add_shared(struct server *s, const char *name, const struct type *type, const struct leaf *leaves) {
  for (int k = 0; k < type->width; k++) retain(leaves[k].block);
  return add(s, name, type, leaves);
}

static void drop_leaves(struct server *s, struct leaf *leaves, int count) {
  for (int k = 0; k < count; k++) give_up(&s->ctx->host.heap, leaves[k].block);
}

static void drop_value(struct server *s, struct variable *v) {
  if (v->leaves != NULL) drop_leaves(s, v->leaves, v->type->width);
  free(v->leaves);
  v->leaves = NULL;
}

static bool drop_variable(struct server *s, const char *name) {
  struct variable *v = find(s, name);
  if (v == NULL) return false;
  struct variable **place = &s->variables;
  while (*place != v) place = &(*place)->next;
  *place = v->next;
  drop_value(s, v);
  free(v->name);
  free(v);
  return true;
}

static const struct type *type_of(struct server *s, const char *name) {
  for (const struct type *type = types; type->name != NULL; type++) {
    if (strcmp(type->name, name) == 0) return type;
  }
  refuse(s, "Unknown type %s", name);
  return NULL;
}

static const struct interface *interface_of(struct server *s, const char *name) {
  for (const struct interface *interface = interfaces; interface->name != NULL; interface++) {
    if (strcmp(interface->name, name) == 0) return interface;
  }
  refuse(s, "Unknown entry point: %s", name);
  return NULL;
}

static const struct type *of_kind(struct server *s, const struct type *type, enum kind kind, const char *what) {
  if (type == NULL || type->kind == kind) return type;
  refuse(s, "Not %s type", what);
  return NULL;
}
static const struct type *record(struct server *s, const struct type *type) { return of_kind(s, type, RECORD, "a record"); }
static const struct type *sum(struct server *s, const struct type *type) { return of_kind(s, type, SUM, "a sum"); }
static const struct type *array(struct server *s, const struct type *type) { return of_kind(s, type, ARRAY, "an array"); }

// ----- entry points and types -----

static void write_passed(struct server *s, const struct passed *passed) {
  fprintf(s->answer, "%s%s\n", passed->unique ? "*" : "", types[passed->type].name);
}

static bool do_inputs(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  for (int k = 0; entry != NULL && k < entry->input_count; k++) write_passed(s, &entry->inputs[k]);
  return entry != NULL;
}

static bool do_outputs(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  for (int k = 0; entry != NULL && k < entry->output_count; k++) write_passed(s, &entry->outputs[k]);
  return entry != NULL;
}

static bool do_output(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry != NULL) write_passed(s, &entry->whole);
  return entry != NULL;
}

static bool do_attributes(struct server *s) {
  const struct interface *entry = has(s, 1) ? interface_of(s, s->args[0]) : NULL;
  if (entry != NULL) fputs(entry->attributes, s->answer);
  return entry != NULL;
}

static bool do_types(struct server *s) {
  for (const struct type *type = types; type->name != NULL; type++) fprintf(s->answer, "%s\n", type->name);
  return true;
}

static bool do_entry_points(struct server *s) {
  for (const struct interface *entry = interfaces; entry->name != NULL; entry++) fprintf(s->answer, "%s\n", entry->name);
  return true;
}

static bool do_type(struct server *s) {
  struct variable *v = has(s, 1) ? find(s, s->args[0]) : NULL;
  if (v != NULL) fprintf(s->answer, "%s\n", v->type->name);
  return v != NULL;
}

static bool do_kind(struct server *s) {
  static const char *const names[] = {"primitive", "array", "record", "sum"};
  const struct type *type = has(s, 1) ? type_of(s, s->args[0]) : NULL;
  if (type != NULL) fprintf(s->answer, "%s\n", names[type->kind]);
  return type != NULL;
}

static bool do_rank(struct server *s) {
  const struct type *type = has(s, 1) ? array(s, type_of(s, s->args[0])) : NULL;
  if (type != NULL) fprintf(s->answer, "%d\n", type->rank);
  return type != NULL;
}

static bool do_elemtype(struct server *s) {
  const struct type *type = has(s, 1) ? array(s, type_of(s, s->args[0])) : NULL;
  if (type != NULL) fprintf(s->answer, "%s\n", types[type->elem].name);
  return type != NULL;
}

static bool do_fields(struct server *s) {
  const struct type *type = has(s, 1) ? record(s, type_of(s, s->args[0])) : NULL;
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    fprintf(s->answer, "%s %s\n", type->parts[k].name, types[type->parts[k].types[0]].name);
  }
  return type != NULL;
}

static bool do_variants(struct server *s) {
  const struct type *type = has(s, 1) ? sum(s, type_of(s, s->args[0])) : NULL;
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    const struct part *part = &type->parts[k];
    fprintf(s->answer, "%s\n", part->name);
    for (int i = 0; i < part->count; i++) fprintf(s->answer, "- %s\n", types[part->types[i]].name);
  }
  return type != NULL;
}
