// Values in Futhark's data formats: readers and writers of text and of the binary format.

// A result of an entry point: its form, if it is not a leaf, and the number of its leaves. A list ends in -1.
struct output {
  const char *form;
  int leaves;
};

struct reader {
  const char *data;
  size_t size, at;
};

// Reads a whole file.
FN bool read_all(FILE *file, struct reader *reader) {
  size_t room = 1 << 16, size = 0;
  char *data = malloc(room);
  while (data != NULL) {
    size += fread(data + size, 1, room - size - 1, file);
    if (size < room - 1) break;
    room *= 2;
    char *larger = realloc(data, room);
    if (larger == NULL) free(data);
    data = larger;
  }
  if (data == NULL) return false;
  data[size] = 0;
  *reader = (struct reader){data, size, 0};
  return true;
}

FN void skip_spaces(struct reader *r) {
  for (;;) {
    while (r->at < r->size && isspace((unsigned char)r->data[r->at])) r->at++;
    if (strncmp(r->data + r->at, "--", 2) != 0) return;
    while (r->at < r->size && r->data[r->at] != '\n') r->at++;
  }
}

FN bool at_end(struct reader *r) {
  skip_spaces(r);
  return r->at == r->size;
}

FN bool read_char(struct reader *r, char c) {
  skip_spaces(r);
  if (r->at == r->size || r->data[r->at] != c) return false;
  r->at++;
  return true;
}

// The characters of a number or a name, without underscores.
FN bool read_token(struct reader *r, char *token, size_t room) {
  size_t length = 0;
  skip_spaces(r);
  for (; r->at < r->size; r->at++) {
    char c = r->data[r->at], before = length == 0 ? 0 : token[length - 1];
    bool is_hex = length > 1 && (token[1] == 'x' || token[1] == 'X' || token[2] == 'x' || token[2] == 'X');
    bool exponent = is_hex ? before == 'p' || before == 'P' : before == 'e' || before == 'E';
    bool sign = (c == '-' || c == '+') && (length == 0 || exponent);
    if (!isalnum((unsigned char)c) && c != '.' && c != '_' && !sign) break;
    if (c == '_') continue;
    if (length + 1 >= room) return false;
    token[length++] = c;
    token[length] = 0;
  }
  return length > 0;
}

FN bool read_integer(const char *token, enum prim prim, uint64_t *word) {
  bool negative = token[0] == '-', is_signed = prim <= I64;
  const char *digits = token + (token[0] == '-' || token[0] == '+');
  int base = 10, bits = 8 * (int)prim_size(prim);
  if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X')) base = 16;
  if (digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B')) base = 2;
  if (base != 10) digits += 2;
  if (!isxdigit((unsigned char)digits[0])) return false;
  char *end;
  errno = 0;
  uint64_t size = strtoull(digits, &end, base);
  if (errno != 0 || (*end != 0 && strcmp(end, prim_name(prim)) != 0)) return false;
  uint64_t most = UINT64_MAX >> (64 - bits);
  if (is_signed && base == 10) most = (most >> 1) + negative;
  if (size > most || (negative && !is_signed && size != 0)) return false;
  *word = negative ? -size : size;
  return true;
}

FN bool read_float(const char *token, enum prim prim, uint64_t *word) {
  bool negative = token[0] == '-';
  const char *name = token + negative, *type = prim_name(prim);
  double x;
  float single;
  if (strncmp(name, type, 3) == 0 && name[3] == '.') name += 4;
  if (strcmp(name, "nan") == 0 || strcmp(name, "inf") == 0) {
    x = name[0] == 'n' ? (double)NAN : negative ? -(double)INFINITY : (double)INFINITY;
    single = (float)x;
  } else {
    char *end;
    if (!isdigit((unsigned char)name[0]) && name[0] != '.') return false;
    x = strtod(token, &end);
    if (*end != 0 && strcmp(end, type) != 0) return false;
    single = strtof(token, &end);
  }
  *word = prim == F64 ? word_of_f64(x) : prim == F32 ? word_of_f32(single) : word_of_f16(f16_of_f32(single));
  return true;
}

FN bool read_number(struct reader *r, enum prim prim, uint64_t *word) {
  char token[128];
  if (!read_token(r, token, sizeof token)) return false;
  if (prim == BOOL) {
    *word = strcmp(token, "true") == 0;
    return *word || strcmp(token, "false") == 0;
  }
  return prim >= F16 ? read_float(token, prim, word) : read_integer(token, prim, word);
}

// The elements of an array that is being read. Sizes are -1 until they are known.
struct elements {
  enum prim prim;
  int rank;
  int64_t *shape;
  char *data;
  size_t count, room;
};

FN bool add_element(struct elements *e, uint64_t word) {
  size_t size = prim_size(e->prim);
  if (e->count == e->room) {
    size_t room = 2 * e->room + 64;
    char *data = realloc(e->data, room * size);
    if (data == NULL) return false;
    e->data = data;
    e->room = room;
  }
  memcpy(e->data + e->count++ * size, &word, size);
  return true;
}

static bool read_rows(struct reader *r, struct elements *e, int dimension) {
  uint64_t word;
  int64_t count = 0;
  if (dimension == e->rank) return read_number(r, e->prim, &word) && add_element(e, word);
  if (!read_char(r, '[')) return false;
  if (!read_char(r, ']')) {
    // Behind the last element there may be a comma.
    do {
      if (!read_rows(r, e, dimension + 1)) return false;
      count++;
    } while (read_char(r, ',') && !(at_end(r) || r->data[r->at] == ']'));
    if (!read_char(r, ']')) return false;
  }
  if (e->shape[dimension] < 0) e->shape[dimension] = count;
  return e->shape[dimension] == count;
}

// `empty([0][2]i32)`
FN bool read_empty(struct reader *r, struct elements *e) {
  char token[128];
  if (!read_token(r, token, sizeof token) || strcmp(token, "empty") != 0 || !read_char(r, '(')) return false;
  int64_t count = 1;
  for (int k = 0; k < e->rank; k++) {
    uint64_t size;
    if (!read_char(r, '[') || !read_token(r, token, sizeof token) || !read_integer(token, I64, &size)) return false;
    if (!read_char(r, ']') || (int64_t)size < 0) return false;
    e->shape[k] = (int64_t)size;
    count = size == 0 ? 0 : count;
  }
  return read_token(r, token, sizeof token) && strcmp(token, prim_name(e->prim)) == 0 && read_char(r, ')') && count == 0;
}

// Makes a block of elements that have been read.
FN bool fill_leaf(struct futhark_context *ctx, struct leaf *leaf, struct leaf_type type, const void *data, size_t count) {
  if (!new_leaf(ctx, leaf, type)) return false;
  if (count > 0) memcpy(leaf->block->data, data, count * prim_size(type.prim));
  return true;
}

FN bool read_text(struct futhark_context *ctx, struct reader *r, struct leaf_type type, struct leaf *leaf) {
  if (type.rank == 0) return read_number(r, type.prim, &leaf->word);
  struct elements e = {.prim = type.prim, .rank = type.rank, .shape = leaf->shape};
  for (int k = 0; k < type.rank; k++) leaf->shape[k] = -1;
  skip_spaces(r);
  bool fine = r->data[r->at] == 'e' ? read_empty(r, &e) : read_rows(r, &e, 0);
  for (int k = 0; k < type.rank; k++) leaf->shape[k] = greatest(leaf->shape[k], 0);
  fine = fine && fill_leaf(ctx, leaf, type, e.data, e.count);
  free(e.data);
  return fine;
}

// The names of types in the binary format.
FN const char *binary_name(enum prim prim) {
  static const char *const names[] = {"  i8", " i16", " i32", " i64", "  u8", " u16", " u32", " u64", " f16", " f32", " f64", "bool"};
  return names[prim];
}

FN bool read_binary(struct futhark_context *ctx, struct reader *r, struct leaf_type type, struct leaf *leaf) {
  const char *head = r->data + r->at + 1;
  size_t size = prim_size(type.prim), left = r->size - r->at;
  if (left < 7 || head[0] != 2 || head[1] != type.rank || memcmp(head + 2, binary_name(type.prim), 4) != 0) return false;
  r->at += 7;
  if (type.rank > 0 && (r->size - r->at) / 8 < (size_t)type.rank) return false;
  for (int k = 0; k < type.rank; k++, r->at += 8) {
    memcpy(&leaf->shape[k], r->data + r->at, 8);
    if (leaf->shape[k] < 0) return false;
  }
  // Counts that are too large for memory are too large for the file.
  double product = 1;
  for (int k = 0; k < type.rank; k++) product *= (double)leaf->shape[k];
  if (product > (double)((r->size - r->at) / size)) return false;
  size_t count = type.rank == 0 ? 1 : (size_t)element_count(leaf, type.rank);
  const char *data = r->data + r->at;
  r->at += count * size;
  if (type.rank == 0) {
    memcpy(&leaf->word, data, size);
    return true;
  }
  return fill_leaf(ctx, leaf, type, data, count);
}

// Reads a value of a type.
FN bool read_leaf(struct futhark_context *ctx, struct reader *r, struct leaf_type type, struct leaf *leaf) {
  memset(leaf, 0, sizeof *leaf);
  if (at_end(r)) return false;
  return r->data[r->at] == 'b' ? read_binary(ctx, r, type, leaf) : read_text(ctx, r, type, leaf);
}

// ----- writers -----

FN void write_binary(FILE *file, struct leaf_type type, const struct leaf *leaf) {
  unsigned char head[3] = {'b', 2, (unsigned char)type.rank};
  fwrite(head, 1, 3, file);
  fwrite(binary_name(type.prim), 1, 4, file);
  if (type.rank == 0) {
    fwrite(&leaf->word, 1, prim_size(type.prim), file);
    return;
  }
  fwrite(leaf->shape, 8, (size_t)type.rank, file);
  size_t count = (size_t)element_count(leaf, type.rank);
  if (count > 0) fwrite(leaf->block->data, prim_size(type.prim), count, file);
}

// A number as the executables of Futhark's compiler write it.
FN void write_number(FILE *file, enum prim prim, uint64_t word) {
  double x = prim == F16 ? (double)f32_of_f16(f16_of_word(word)) : prim == F32 ? (double)f32_of_word(word) : f64_of_word(word);
  if (prim < F16 || prim == BOOL || isnan(x) || isinf(x)) show_number(file, prim, word, true);
  else fprintf(file, "%.*f%s", prim == F64 ? DBL_DIG : FLT_DIG, x, prim_name(prim));
}

static void write_rows(FILE *file, struct leaf_type type, const struct leaf *leaf, int dimension, const char **at) {
  if (dimension == type.rank) {
    uint64_t word = 0;
    memcpy(&word, *at, prim_size(type.prim));
    *at += prim_size(type.prim);
    write_number(file, type.prim, word);
    return;
  }
  fputc('[', file);
  for (int64_t k = 0; k < leaf->shape[dimension]; k++) {
    if (k > 0) fputs(", ", file);
    write_rows(file, type, leaf, dimension + 1, at);
  }
  fputc(']', file);
}

FN void write_text(FILE *file, struct leaf_type type, const struct leaf *leaf) {
  if (type.rank == 0) {
    write_number(file, type.prim, leaf->word);
  } else if (element_count(leaf, type.rank) == 0) {
    fprintf(file, "empty(");
    for (int k = 0; k < type.rank; k++) fprintf(file, "[%" PRId64 "]", leaf->shape[k]);
    fprintf(file, "%s)", prim_name(type.prim));
  } else {
    const char *at = leaf->block->data;
    write_rows(file, type, leaf, 0, &at);
  }
}

// Writes a value whose form is known.
FN void write_form(FILE *file, const char *form, const struct leaf_type *types, const struct leaf *leaves, int count) {
  struct strided *strided = calloc((size_t)count + 1, sizeof *strided);
  if (strided == NULL) return;
  for (int k = 0; k < count; k++) {
    strided[k] = (struct strided){.prim = types[k].prim, .rank = types[k].rank == 0 ? -1 : types[k].rank, .word = leaves[k].word};
    if (types[k].rank == 0) continue;
    strided[k].data = leaves[k].block->data;
    int64_t stride = 1;
    for (int dimension = types[k].rank - 1; dimension >= 0; dimension--) {
      strided[k].sizes[dimension] = leaves[k].shape[dimension];
      strided[k].strides[dimension] = stride;
      stride *= leaves[k].shape[dimension];
    }
  }
  struct shower shower = {.file = file, .leaves = strided, .typed = true};
  (void)show_form(&shower, &form, true);
  free(strided);
}
