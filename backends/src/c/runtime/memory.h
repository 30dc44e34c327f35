// Blocks of memory, which count their references, and heaps of them.
//
// Each thread has a heap of its own, so counts need no atomic operations. A block of a run is in the list of its heap,
// and is freed with it if the run fails. A block of a caller's array is in no list; while an entry point runs, another
// head stands for it, which has an `origin`.

struct block {
  void *data;
  int64_t references;
  size_t bytes;
  // Whether the block is in a list, and its neighbours there.
  bool is_live;
  struct block *previous, *next;
  // The caller's block that this head stands for.
  struct block *origin;
};

// Released blocks that a heap keeps: their number, and their bytes in total. The first touch of fresh memory is slow.
enum { CACHED_BLOCKS = 16 };
static const size_t CACHED_BYTES = (size_t)1 << 30;

struct heap {
  struct block *first;
  struct block *cached[CACHED_BLOCKS];
  int cached_count;
  // The bytes of the blocks in use, with those of the caller's arrays, and the most there have been.
  size_t cached_bytes, live_bytes, peak_bytes;
};

FN void free_block(struct block *block) {
  if (block->origin == NULL) free(block->data);
  free(block);
}

FN void drop_cached(struct heap *heap) {
  while (heap->cached_count > 0) free_block(heap->cached[--heap->cached_count]);
  heap->cached_bytes = 0;
}

FN void link_block(struct heap *heap, struct block *block) {
  block->references = 1;
  block->is_live = true;
  block->previous = NULL;
  block->next = heap->first;
  if (heap->first != NULL) heap->first->previous = block;
  heap->first = block;
  heap->live_bytes += block->bytes;
  if (heap->live_bytes > heap->peak_bytes) heap->peak_bytes = heap->live_bytes;
}

FN void unlink_block(struct heap *heap, struct block *block) {
  if (!block->is_live) return;
  if (block->previous != NULL) block->previous->next = block->next;
  else heap->first = block->next;
  if (block->next != NULL) block->next->previous = block->previous;
  block->is_live = false;
}

// Keeps a block without references for later, or frees it.
FN void discard(struct heap *heap, struct block *block) {
  unlink_block(heap, block);
  heap->live_bytes -= block->bytes;
  if (block->origin != NULL || block->bytes > CACHED_BYTES) {
    free_block(block);
    return;
  }
  while (heap->cached_count == CACHED_BLOCKS || heap->cached_bytes + block->bytes > CACHED_BYTES) {
    struct block *oldest = heap->cached[0];
    heap->cached_bytes -= oldest->bytes;
    heap->cached_count--;
    memmove(heap->cached, heap->cached + 1, (size_t)heap->cached_count * sizeof heap->cached[0]);
    free_block(oldest);
  }
  heap->cached[heap->cached_count++] = block;
  heap->cached_bytes += block->bytes;
}

FN void give_up(struct heap *heap, struct block *block) {
  if (block != NULL && --block->references == 0) discard(heap, block);
}

// Frees the blocks of a run that has failed.
FN void drop_live(struct heap *heap) {
  while (heap->first != NULL) {
    struct block *block = heap->first;
    unlink_block(heap, block);
    heap->live_bytes -= block->bytes;
    free_block(block);
  }
}

FN void free_heap(struct heap *heap) {
  drop_live(heap);
  drop_cached(heap);
}

// The free memory of the machine in bytes, as far as it is known. A system that overcommits grants more, and kills the
// process when it uses it.
FN size_t free_memory(void) {
  size_t kilobytes = SIZE_MAX >> 10;
#if defined(__linux__)
  FILE *file = fopen("/proc/meminfo", "r");
  if (file == NULL) return SIZE_MAX;
  char line[128];
  while (fgets(line, sizeof line, file) != NULL) {
    if (sscanf(line, "MemAvailable: %zu", &kilobytes) == 1) break;
  }
  fclose(file);
#endif
  return kilobytes << 10;
}

// Allocations of so many bytes are compared with the free memory first.
static const size_t CHECKED_BYTES = (size_t)256 << 20;

FN void *fresh_memory(size_t bytes) {
  size_t whole = (bytes + 63) / 64 * 64;
  if (whole < bytes || (bytes >= CHECKED_BYTES && free_memory() < bytes)) return NULL;
  void *data = aligned_alloc(64, whole == 0 ? 64 : whole);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // The first touch of a page costs about a microsecond, whatever its size is.
  if (data != NULL && bytes >= (size_t)2 << 20) {
    uintptr_t start = ((uintptr_t)data + 4095) / 4096 * 4096, end = ((uintptr_t)data + bytes) / 4096 * 4096;
    if (end > start) (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
  }
#endif
  return data;
}

// A block with one reference, in the list of a heap. Without so much memory, there is none.
FN struct block *new_block(struct heap *heap, size_t bytes) {
  for (int k = 0; k < heap->cached_count; k++) {
    struct block *block = heap->cached[k];
    if (block->bytes != bytes) continue;
    heap->cached_count--;
    heap->cached_bytes -= bytes;
    memmove(heap->cached + k, heap->cached + k + 1, (size_t)(heap->cached_count - k) * sizeof heap->cached[0]);
    link_block(heap, block);
    return block;
  }
  void *data = fresh_memory(bytes);
  if (data == NULL) {
    drop_cached(heap);
    data = fresh_memory(bytes);
  }
  struct block *block = data == NULL ? NULL : malloc(sizeof *block);
  if (block == NULL) {
    free(data);
    return NULL;
  }
  *block = (struct block){.data = data, .bytes = bytes};
  link_block(heap, block);
  return block;
}

// A head in the list of a heap that stands for a caller's block.
FN struct block *stand_for(struct heap *heap, struct block *origin) {
  struct block *block = malloc(sizeof *block);
  if (block == NULL) return NULL;
  *block = (struct block){.data = origin->data, .origin = origin};
  link_block(heap, block);
  return block;
}

// Takes a result from a run, with its reference: a block for the caller's arrays.
FN struct block *take_block(struct heap *heap, struct block *block) {
  struct block *origin = block->origin;
  if (origin == NULL) {
    unlink_block(heap, block);
    return block;
  }
  origin->references++;
  give_up(heap, block);
  return origin;
}
