// The functions of contexts, for an executable or a server.
#define API UNUSED static
#define FUTHARK_SUCCESS 0
#define FUTHARK_PROGRAM_ERROR 2
#define FUTHARK_OUT_OF_MEMORY 3
struct futhark_context_config;
struct futhark_context;
