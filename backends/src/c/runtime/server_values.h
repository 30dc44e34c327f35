// The commands of servers about records, sums and arrays.

// ----- records and sums -----

// The variable that is value number `k` of what is made, and must be of a type.
static struct variable *operand(struct server *s, int k, const struct type *wanted, const char *name) {
  struct variable *v = value_of(s, name);
  if (v == NULL || v->type == wanted) return v;
  refuse(s, "Value %d mismatch: expected type %s, got %s", k, wanted->name, v->type->name);
  return NULL;
}

static bool wrong_field(struct server *s, const char *field, const char *wanted, const struct variable *v) {
  return refuse(s, "Field %s mismatch: expected type %s, got %s", field, wanted, v->type->name);
}

// `new VARIABLE TYPE FIELDS`
static bool do_new(struct server *s) {
  const struct type *type = has(s, 2) ? type_of(s, s->args[1]) : NULL;
  if (type == NULL || !is_free(s, s->args[0]) || record(s, type) == NULL) return false;
  int given = s->count - 2, at = 0;
  if (given != type->part_count) {
    return refuse(s, "%d fields expected but %d values provided.", given, type->part_count);
  }
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0; fine && k < given; k++) {
    const struct type *field = &types[type->parts[k].types[0]];
    struct variable *v = value_of(s, s->args[2 + k]);
    fine = v != NULL && (v->type == field || wrong_field(s, type->parts[k].name, field->name, v));
    if (fine) memcpy(leaves + at, v->leaves, (size_t)field->width * sizeof *leaves);
    at += field->width;
  }
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// `project TO FROM FIELD`
static bool do_project(struct server *s) {
  struct variable *v = has(s, 3) ? value_of(s, s->args[1]) : NULL;
  const struct type *type = v == NULL ? NULL : record(s, v->type);
  for (int k = 0; type != NULL && k < type->part_count; k++) {
    const struct part *part = &type->parts[k];
    if (strcmp(part->name, s->args[2]) != 0) continue;
    return is_free(s, s->args[0]) && add_shared(s, s->args[0], &types[part->types[0]], v->leaves + part->at);
  }
  return type != NULL && refuse(s, "No such field");
}

// `construct VARIABLE TYPE VARIANT OPERANDS`
static bool do_construct(struct server *s) {
  const struct type *type = has(s, 3) ? type_of(s, s->args[1]) : NULL;
  if (type == NULL || !is_free(s, s->args[0]) || sum(s, type) == NULL) return false;
  int number = 0, given = s->count - 3;
  while (number < type->part_count && strcmp(type->parts[number].name, s->args[2]) != 0) number++;
  if (number == type->part_count) return refuse(s, "No such variant");
  const struct part *part = &type->parts[number];
  if (part->count != given) return refuse(s, "%d values expected but %d values provided.", part->count, given);
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  if (leaves == NULL) return out_of_memory(s);
  // What other constructors would have is void.
  for (int k = 0; k < type->width; k++) leaves[k].is_void = true;
  leaves[0] = (struct leaf){.word = (uint64_t)number};
  bool fine = true;
  for (int k = 0, at = part->at; fine && k < given; at += types[part->types[k]].width, k++) {
    struct variable *v = operand(s, k, &types[part->types[k]], s->args[3 + k]);
    fine = v != NULL;
    if (fine) memcpy(leaves + at, v->leaves, (size_t)v->type->width * sizeof *leaves);
  }
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// The constructor of a sum.
static const struct part *constructor(struct server *s, struct variable *v) {
  const struct type *type = v == NULL ? NULL : sum(s, v->type);
  if (type == NULL) return NULL;
  if (v->leaves[0].word < (uint64_t)type->part_count) return &type->parts[v->leaves[0].word];
  refuse(s, "Not a value of its type");
  return NULL;
}

static bool do_variant(struct server *s) {
  const struct part *part = has(s, 1) ? constructor(s, value_of(s, s->args[0])) : NULL;
  if (part != NULL) fprintf(s->answer, "%s\n", part->name);
  return part != NULL;
}

// `destruct VARIABLE OUTPUTS`
static bool do_destruct(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct part *part = constructor(s, v);
  if (part == NULL) return false;
  int given = s->count - 1, at = part->at;
  if (part->count != given) {
    return refuse(s, "%d variables expected but %d variables provided.  %s", part->count, given, part->name);
  }
  if (!are_free(s, s->args + 1, given)) return false;
  for (int k = 0; k < given; k++) {
    const struct type *type = &types[part->types[k]];
    if (!add_shared(s, s->args[1 + k], type, v->leaves + at)) return false;
    at += type->width;
  }
  return true;
}

// ----- arrays -----

static bool do_shape(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  for (int k = 0; type != NULL && k < type->rank; k++) fprintf(s->answer, "%" PRId64 "\n", v->leaves[0].shape[k]);
  return type != NULL;
}

// The place of an element whose indices are the words from number `from` on.
static bool place_of_element(struct server *s, struct variable *v, int from, int64_t *place) {
  int rank = v->type->rank;
  if (s->count - from != rank) return refuse(s, "%d indices expected but %d values provided.", rank, s->count - from);
  *place = 0;
  for (int k = 0; k < rank; k++) {
    const char *word = s->args[from + k];
    int64_t index;
    if (!parse_number(word, v->leaves[0].shape[k] - 1, &index)) {
      return refuse(s, "Invalid index `%s` on dimension %d.", word, k + 1);
    }
    *place = *place * v->leaves[0].shape[k] + index;
  }
  return true;
}

// The bytes of an element in a leaf of an array.
static size_t element_bytes(const struct leaf *leaf, struct leaf_type type, int rank) {
  size_t bytes = prim_size(type.prim);
  for (int k = rank; k < type.rank; k++) bytes *= (size_t)leaf->shape[k];
  return bytes;
}

static void *data_of(struct leaf *leaf, int rank) { return rank == 0 ? (void *)&leaf->word : leaf->block->data; }

// `index TO FROM INDICES`
static bool do_index(struct server *s) {
  struct variable *v = has(s, 2) ? value_of(s, s->args[1]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  int64_t place;
  if (type == NULL || !place_of_element(s, v, 2, &place) || !is_free(s, s->args[0])) return false;
  const struct type *elem = &types[type->elem];
  struct leaf *leaves = calloc((size_t)elem->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  int to = 0;
  for (int k = 0; fine && k < type->width; k++) {
    if (!type->kept[k]) continue;
    struct leaf_type inner = {type->leaves[k].prim, type->leaves[k].rank - type->rank};
    for (int i = 0; i < inner.rank; i++) leaves[to].shape[i] = v->leaves[k].shape[type->rank + i];
    size_t bytes = element_bytes(&v->leaves[k], type->leaves[k], type->rank);
    fine = inner.rank == 0 || new_leaf(s->ctx, &leaves[to], inner) || out_of_memory(s);
    if (fine && bytes > 0) {
      memcpy(data_of(&leaves[to], inner.rank), (char *)v->leaves[k].block->data + (size_t)place * bytes, bytes);
    }
    to++;
  }
  fine = fine && add(s, s->args[0], elem, leaves);
  free(leaves);
  return fine;
}

// Makes sure that nobody else has the elements of a leaf.
static bool own_leaf(struct server *s, struct leaf *leaf, struct leaf_type type) {
  if (leaf->block->references == 1) return true;
  struct leaf own = *leaf;
  if (!new_leaf(s->ctx, &own, type)) return out_of_memory(s);
  memcpy(own.block->data, leaf->block->data, (size_t)element_count(&own, type.rank) * prim_size(type.prim));
  give_up(&s->ctx->host.heap, leaf->block);
  *leaf = own;
  return true;
}

// `set ARRAY VALUE INDICES`
static bool do_set(struct server *s) {
  struct variable *v = has(s, 2) ? value_of(s, s->args[0]) : NULL, *from = v == NULL ? NULL : value_of(s, s->args[1]);
  const struct type *type = from == NULL ? NULL : array(s, v->type);
  int64_t place;
  if (type == NULL) return false;
  const struct type *elem = &types[type->elem];
  if (from->type != elem) {
    return refuse(s, "Type mismatch: expected element of type %s, got %s", elem->name, from->type->name);
  }
  if (!place_of_element(s, v, 2, &place)) return false;
  for (int k = 0, to = 0; k < type->width; to += type->kept[k], k++) {
    int inner = type->leaves[k].rank - type->rank;
    if (!type->kept[k] || inner == 0) continue;
    if (memcmp(from->leaves[to].shape, v->leaves[k].shape + type->rank, (size_t)inner * sizeof(int64_t)) == 0) continue;
    return refuse(s, "Element shape differs from array shape");
  }
  for (int k = 0, to = 0; k < type->width; to += type->kept[k], k++) {
    if (!type->kept[k]) continue;
    size_t bytes = element_bytes(&v->leaves[k], type->leaves[k], type->rank);
    if (!own_leaf(s, &v->leaves[k], type->leaves[k])) return false;
    if (bytes == 0) continue;
    const void *data = data_of(&from->leaves[to], type->leaves[k].rank - type->rank);
    memcpy((char *)v->leaves[k].block->data + (size_t)place * bytes, data, bytes);
  }
  return true;
}

// Fills a leaf of a new array from the leaves number `to` of its elements. Empty records have no leaves of their own.
static bool fill_array(struct server *s, const struct type *type, int k, int to, char **names, struct leaf *leaf) {
  struct leaf_type of = type->leaves[k];
  int inner = of.rank - type->rank;
  int64_t count = element_count(leaf, type->rank);
  for (int64_t i = 0; i < count; i++) {
    const struct leaf *own = type->kept[k] ? &find(s, names[i])->leaves[to] : NULL;
    if (i == 0 && own != NULL) memcpy(leaf->shape + type->rank, own->shape, (size_t)inner * sizeof(int64_t));
    if (own != NULL && memcmp(leaf->shape + type->rank, own->shape, (size_t)inner * sizeof(int64_t)) != 0) {
      return refuse(s, "Cannot construct arrays with elements of different shapes.");
    }
  }
  if (!new_leaf(s->ctx, leaf, of)) return out_of_memory(s);
  size_t bytes = element_bytes(leaf, of, type->rank);
  for (int64_t i = 0; i < count && bytes > 0; i++) {
    char *at = (char *)leaf->block->data + (size_t)i * bytes;
    if (type->kept[k]) memcpy(at, data_of(&find(s, names[i])->leaves[to], inner), bytes);
    else memset(at, 0, bytes);
  }
  return true;
}

// `new_array VARIABLE TYPE SIZES ELEMENTS`
static bool do_new_array(struct server *s) {
  const struct type *type = has(s, 2) ? type_of(s, s->args[1]) : NULL;
  if (type == NULL || !is_free(s, s->args[0]) || array(s, type) == NULL) return false;
  char **names = s->args + 2 + type->rank;
  int64_t shape[MOST_RANK], count = 1;
  int given = s->count - 2 - type->rank;
  if (given < 0) return refuse(s, "Expected %d dimensions, but got %d.", type->rank, s->count - 2);
  for (int k = 0; k < type->rank; k++) {
    const char *word = s->args[2 + k];
    if (!parse_number(word, INT64_MAX, &shape[k])) return refuse(s, "Invalid size `%s` of dimension %d.", word, k + 1);
    count = shape[k] != 0 && count > INT64_MAX / shape[k] ? INT64_MAX : count * shape[k];
  }
  if (count != given) return refuse(s, "Expected %" PRId64 " values, but got %d.", count, given);
  for (int k = 0; k < given; k++) {
    if (operand(s, k, &types[type->elem], names[k]) == NULL) return false;
  }
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0, to = 0; fine && k < type->width; to += type->kept[k], k++) {
    memcpy(leaves[k].shape, shape, (size_t)type->rank * sizeof *shape);
    fine = fill_array(s, type, k, to, names, &leaves[k]);
    if (!fine) drop_leaves(s, leaves, k);
  }
  fine = fine && add(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// Whether values of two types have the same leaves. Types with different names may: `[]point` and `[]{x: f32, y: f32}`.
static bool same_leaves(const struct type *a, const struct type *b) {
  if (a->width != b->width) return false;
  for (int k = 0; k < a->width; k++) {
    if (a->leaves[k].prim != b->leaves[k].prim || a->leaves[k].rank != b->leaves[k].rank) return false;
  }
  return true;
}

// `zip VARIABLE TYPE ARRAYS`
static bool do_zip(struct server *s) {
  const struct type *type = has(s, 2) ? array(s, type_of(s, s->args[1])) : NULL;
  if (type == NULL) return false;
  const struct type *elem = &types[type->elem];
  if (elem->kind != RECORD) return refuse(s, "Cannot zip this array type");
  int given = s->count - 2, at = 0;
  if (given != elem->part_count) {
    return refuse(s, "%d arrays expected but %d values provided.", elem->part_count, given);
  }
  bool fits = true;
  struct leaf *leaves = calloc((size_t)type->width + 1, sizeof *leaves);
  bool fine = leaves != NULL || out_of_memory(s);
  for (int k = 0; fine && k < given; k++) {
    struct variable *v = value_of(s, s->args[2 + k]);
    const struct type *wanted = &types[type->arrays[k]];
    fine = v != NULL && (same_leaves(v->type, wanted) || wrong_field(s, elem->parts[k].name, wanted->name, v));
    if (!fine) break;
    memcpy(leaves + at, v->leaves, (size_t)v->type->width * sizeof *leaves);
    at += v->type->width;
    fits = fits && memcmp(v->leaves[0].shape, leaves[0].shape, (size_t)type->rank * sizeof(int64_t)) == 0;
  }
  fine = fine && is_free(s, s->args[0]) && (fits || refuse(s, "Cannot zip arrays with different shapes."));
  fine = fine && add_shared(s, s->args[0], type, leaves);
  free(leaves);
  return fine;
}

// `unzip ARRAY OUTPUTS`
static bool do_unzip(struct server *s) {
  struct variable *v = has(s, 1) ? value_of(s, s->args[0]) : NULL;
  const struct type *type = v == NULL ? NULL : array(s, v->type);
  if (type == NULL) return false;
  const struct type *elem = &types[type->elem];
  if (elem->kind != RECORD) return refuse(s, "Cannot unzip this array type");
  int given = s->count - 1, at = 0;
  if (given != elem->part_count) {
    return refuse(s, "%d arrays expected but %d values provided.", elem->part_count, given);
  }
  if (!are_free(s, s->args + 1, given)) return false;
  for (int k = 0; k < given; k++) {
    const struct type *field = &types[type->arrays[k]];
    if (!add_shared(s, s->args[1 + k], field, v->leaves + at)) return false;
    at += field->width;
  }
  return true;
}
