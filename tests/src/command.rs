//! Runs the command line for tests.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The outcome of a command.
#[derive(Debug)]
pub struct Outcome {
    /// The exit status; `None` if a signal ended the command.
    pub status: Option<i32>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: String,
}

impl Outcome {
    /// Returns standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// Returns the path of `fut-nano`, which `cargo test --workspace` builds beside the tests.
pub fn binary() -> PathBuf {
    let test = std::env::current_exe().unwrap_or_default();
    // Tests are in `deps`, one folder below.
    let folder = test.ancestors().nth(2).unwrap_or(&test);
    let path = folder.join(format!("fut-nano{}", std::env::consts::EXE_SUFFIX));
    assert!(
        path.exists(),
        "{} is not there: run `cargo test --workspace` or `-p fut-nano -p fut-nano-tests`",
        path.display()
    );
    path
}

/// The variable of the environment that says where caches are.
pub const CACHE_FOLDER: &str = "XDG_CACHE_HOME";

/// Runs `fut-nano` in the repository with an input. Panics if it does not end in time.
pub fn run(arguments: &[&str], input: impl Into<Vec<u8>>) -> Outcome {
    run_within(Duration::from_secs(120), arguments, input)
}

/// Runs `fut-nano` in the repository with an input. Panics if it does not end within the limit.
pub fn run_within(limit: Duration, arguments: &[&str], input: impl Into<Vec<u8>>) -> Outcome {
    let mut command = Command::new(binary());
    command.args(arguments).current_dir(crate::root());
    run_command(&mut command, limit, input)
}

/// Runs any command with an input. Panics if it does not end within the limit. Caches are beside the binary, unless the
/// command says something else.
pub fn run_command(command: &mut Command, limit: Duration, input: impl Into<Vec<u8>>) -> Outcome {
    let input = input.into();
    if !command.get_envs().any(|(name, _)| name == CACHE_FOLDER) {
        command.env(CACHE_FOLDER, binary().with_file_name("cache"));
    }
    let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = spawned.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    std::thread::scope(|scope| {
        scope.spawn(move || {
            // A command that does not read all of its input closes the pipe.
            stdin.map(|mut stdin| stdin.write_all(&input))
        });
        let stdout = scope.spawn(move || read(stdout));
        let stderr = scope.spawn(move || read(stderr));
        let status = wait(&mut child, limit);
        let collected = |thread: std::thread::ScopedJoinHandle<'_, Vec<u8>>| thread.join().unwrap_or_default();
        let (stdout, stderr) = (collected(stdout), collected(stderr));
        let status = status.unwrap_or_else(|| panic!("{command:?} took more than {limit:?}"));
        Outcome { status: status.code(), stdout, stderr: String::from_utf8_lossy(&stderr).into_owned() }
    })
}

fn read(stream: Option<impl Read>) -> Vec<u8> {
    let mut bytes = Vec::new();
    // A broken pipe ends the reading.
    let _ = stream.map(|mut stream| stream.read_to_end(&mut bytes));
    bytes
}

/// Waits for a process, and kills it at the limit.
fn wait(child: &mut Child, limit: Duration) -> Option<std::process::ExitStatus> {
    let start = Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if start.elapsed() > limit {
            // The process may have ended by itself in the meantime.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(3));
    }
}
