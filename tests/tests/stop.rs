//! Runs that are ended from outside: by `--timeout`, by signals, and by a request in the same process.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use backends::{CompileOptions, Width};
use framework::{Error, Span};
use fut_nano::Driver;
use fut_nano_tests::command::{binary, run};
use languages::codes;
use languages::prim::PrimValue;
use languages::stop::Stop;
use languages::value::Value;

/// Entry points that run for ever, or for years.
const ENDLESS: &str = "
entry while_loop (n: i64) = loop x = 2 * n + 1 while x != 0 do x * 3
entry for_loop (n: i64) = loop x = n for i < n * 1000000000000000 do (x * 3) ^ i
entry kernels (n: i64) = loop xs = iota n while xs[0] == 0 do map (* 3) xs
entry whiles_in_map (n: i64) = map (\\i -> loop x = 2 * i + 1 while x != 0 do x * 3) (iota n)
entry floats_in_map (n: i64) = map (\\i -> loop x = f32.i64 i while x >= 0 do f32.sqrt (x + 1)) (iota n)
entry long_in_map (n: i64) = map (\\i -> loop x = i for j < n * 1000000000000000 do (x * 3) ^ j) (iota n)
entry nested_in_map (n: i64) =
  map (\\i -> loop x = i for _j < n * 1000000000000000 do loop y = x for k < n % 7 do (y * 3) ^ k) (iota n)
entry whiles_in_sum (n: i64) = i64.sum (map (\\i -> loop x = 2 * i + 1 while x != 0 do x * 3) (iota n))
entry whiles_in_scan (n: i64) = scan (+) 0 (map (\\i -> loop x = 2 * i + 1 while x != 0 do x * 3) (iota n))
entry whiles_in_hist (n: i64) =
  hist (+) 0 10 (map (% 10) (iota n)) (map (\\i -> loop x = 2 * i + 1 while x != 0 do x * 3) (iota n))
entry long_sum (n: i64) = i64.sum (map (\\i -> (i * i) ^ 5) (iota (n * 1000000000000)))
entry calls (n: i64) =
  let rec = loop (x, y) = (2 * n + 1, 0) while x != 0 do (x * 3, y + i64.sum (map (\\i -> i * x) (iota (n % 10))))
  in rec.1
";

/// All of them but those that only the cpu backend can stop.
const ON_DEVICE: &[&str] = &["while_loop", "for_loop", "kernels"];

fn entries() -> impl Iterator<Item = &'static str> {
    ENDLESS.lines().filter_map(|line| line.strip_prefix("entry ")?.split(' ').next())
}

/// Compiles an entry point, runs it, and asks it to stop after a moment. It must do so with the error of the request.
fn stops(entry: &str, size: i64, backend: &str, options: CompileOptions) {
    let (what, stop) = (format!("{entry} on {backend}, {options:?}"), Stop::default());
    let options = CompileOptions { stop: stop.clone(), ..options };
    let lanes = Width::lanes(options.width);
    let outcome = fut_nano::with_stack(|| {
        let mut session = Driver::standard().open_text("endless.fut", ENDLESS)?;
        session.driver.only_entry(entry);
        if backend == "cpu" {
            session.driver.for_few_threads(lanes);
        } else {
            session.driver.for_many_threads();
        }
        let program = session.compile()?;
        let mut executable = backends::backend(backend, options).expect("a backend").compile(&program)?;
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(30));
                stop.request(Error::user(Span::NONE, "enough"));
            });
            executable.run(entry, vec![Value::Scalar(PrimValue::I64(size))])
        })
    });
    let error = outcome.expect("a stack").expect_err(&what);
    assert_eq!(error.message, "enough", "{what}");
}

#[test]
fn machine_code_stops() {
    for entry in entries() {
        for (threads, width) in [(1, None), (2, None), (2, Some(Width::W128))] {
            let options = CompileOptions { threads: Some(threads), width, ..CompileOptions::default() };
            stops(entry, 1000, "cpu", options);
        }
        // Too few indices for vectors, and for several threads.
        stops(entry, 3, "cpu", CompileOptions::default());
    }
}

#[test]
fn hosts_of_devices_stop() {
    for entry in ON_DEVICE {
        stops(entry, 3, "vulkan", CompileOptions::default());
    }
}

/// The program in a file.
fn endless() -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().expect("a temporary file");
    std::fs::write(file.path(), ENDLESS).expect("a temporary file");
    file
}

#[test]
fn time_outs_have_a_status() {
    let file = endless();
    let path = file.path().to_str().expect("a path");
    let timed_out = |options: &[&str], entry: &str| {
        let fixed = ["run", "-w", "--timeout=0.05", "--error-format=json", path, "-e", entry];
        let outcome = run(&[&fixed, options].concat(), "3");
        assert_eq!(outcome.status, Some(124), "{entry} {options:?}: {outcome:?}");
        assert!(outcome.stderr.contains(codes::TIMED_OUT.id), "{entry} {options:?}: {outcome:?}");
        assert!(outcome.stdout.is_empty(), "{entry} {options:?}: {outcome:?}");
    };
    for entry in entries() {
        timed_out(&[], entry);
    }
    for language in ["typed", "mono", "first-order", "anf", "seg", "funmem", "funmem-heap", "imp", "lanes"] {
        timed_out(&["--at", language], "whiles_in_map");
        timed_out(&["--at", language], "for_loop");
    }
    timed_out(&["--validate=run"], "while_loop");
    // A device cannot be stopped in a kernel, so the process ends.
    timed_out(&["--backend=vulkan"], "whiles_in_map");
}

#[test]
fn fast_runs_are_not_stopped() {
    let outcome = run(&["run", "--timeout=60", "docs/examples/higher_order.fut", "-r", "3"], "[1, 2]");
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    for wrong in ["0", "-1", "x", "nan"] {
        let outcome = run(&["run", &format!("--timeout={wrong}"), "docs/examples/higher_order.fut"], "");
        assert_eq!(outcome.status, Some(2), "{outcome:?}");
    }
}

/// An index that fails, while others run for ever. The failure of the smallest index is reported in any case.
#[test]
fn failures_end_what_other_threads_do() {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().expect("a temporary file");
    let text = "
def busy (i: i64) = loop x = 2 * i + 1 while x != 0 do x * 3
entry in_map (n: i64) = map (\\i -> if i == 10 then [1, 2, 3][i] else if i < n / 2 then i else busy i) (iota n)
entry in_sum (n: i64) =
  i64.sum (map (\\i -> if i == 10 then [1, 2, 3][i] else if i < n / 2 then i else busy i) (iota n))
";
    std::fs::write(file.path(), text).expect("a temporary file");
    for entry in ["in_map", "in_sum"] {
        for width in ["avx512", "avx2", "128"] {
            let path = file.path().to_str().expect("a path");
            let options = ["run", "-w", "--threads=4", "--timeout=20", "--cpu", width, "-e", entry, path];
            let outcome = run(&options, "100000");
            if outcome.stderr.contains("this processor has no") {
                continue;
            }
            assert_eq!(outcome.status, Some(1), "{entry}, {width}: {outcome:?}");
            assert!(outcome.stderr.contains("Index [10] out of bounds"), "{entry}, {width}: {outcome:?}");
        }
    }
}

#[cfg(target_os = "linux")]
/// Blocks of groups are allocated before it is known whether an index needs them.
#[test]
fn memory_that_is_not_needed() {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().expect("a temporary file");
    let text = "
entry main (c: i64) (n: i64) (m: i64) =
  let row (i: i64) : f32 =
    if c > 1000
    then let xs = loop xs = replicate m (f32.i64 i) for k in 1..<m do xs with [k] = xs[k - 1] * 0.5 + f32.i64 k
         let ys = loop ys = replicate m 1 for k in 1..<m do ys with [k] = ys[k - 1] + xs[m - k] * 0.25
         in ys[m - 1] + f32.sqrt xs[m - 1]
    else f32.i64 i
  in f32.sum (tabulate n row)
";
    std::fs::write(file.path(), text).expect("a temporary file");
    for (input, output) in [("5 1000 17592186044416", "499500.0f32\n"), ("2000 1000 50", "724172.94f32\n")] {
        let mut command = Command::new(binary());
        command.args(["run", "-w"]).arg(file.path());
        let outcome = fut_nano_tests::command::run_command(&mut command, Duration::from_secs(60), input);
        assert_eq!(outcome.stdout, output.as_bytes(), "{outcome:?}");
    }
}

#[test]
fn too_little_memory_in_kernels() {
    let file = tempfile::Builder::new().suffix(".fut").tempfile().expect("a temporary file");
    // Each index needs 16 GB of its own.
    let text = "
entry main (n: i64) (m: i64) =
  map (\\i -> let xs = scan (+) 0 (map (\\j -> (j * i) ^ 3) (iota (m + i))) in xs[xs[i] % m]) (iota n)
";
    std::fs::write(file.path(), text).expect("a temporary file");
    let command = format!("ulimit -v 8000000; exec \"$0\" run -w --threads=4 {}", file.path().display());
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).arg(binary());
    let outcome = fut_nano_tests::command::run_command(&mut shell, Duration::from_secs(60), "1000i64 2000000000i64");
    assert_eq!(outcome.status, Some(1), "{outcome:?}");
    assert!(outcome.stderr.contains("Out of memory"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn signals_end_runs() {
    use std::os::unix::process::ExitStatusExt;
    let file = tempfile::Builder::new().suffix(".fut").tempfile().expect("a temporary file");
    let text = "
entry main (n: i64) = map (\\i -> loop x = 2 * i + 1 while x != 0 do x * 3) (iota (#[trace(begin)] n))
";
    std::fs::write(file.path(), text).expect("a temporary file");
    for (signal, number) in [("INT", 2), ("TERM", 15)] {
        let mut child = Command::new(binary())
            .args(["run", "-w", "--no-cache"])
            .arg(file.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a process");
        std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"100000").expect("a pipe");
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("a line");
        assert!(line.starts_with("begin"), "{line}");
        let start = Instant::now();
        let killed = Command::new("kill").args([format!("-{signal}"), child.id().to_string()]).status();
        assert!(killed.expect("a process").success());
        let status = child.wait().expect("a status");
        assert!(start.elapsed() < Duration::from_secs(20), "{signal}");
        assert_eq!(status.signal(), Some(number), "{signal}: {status:?}");
        let (mut said, mut written) = (String::new(), Vec::new());
        stderr.read_to_string(&mut said).expect("text");
        child.stdout.take().expect("a pipe").read_to_end(&mut written).expect("bytes");
        assert!(said.contains("Interrupted") && said.contains(codes::INTERRUPTED.id), "{signal}: {said}");
        assert!(written.is_empty(), "{signal}");
    }
}

const SERVED: &str = "
entry endless (n: i64) = loop x = 2 * n + 1 while x != 0 do x * 3
entry many (n: i64) = iota n
";

/// Starts a server in a folder of its own, and waits until it is ready.
#[cfg(unix)]
fn server(backend: &str) -> (tempfile::TempDir, std::process::Child) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("served.fut"), SERVED).unwrap();
    let mut compiler = Command::new(binary());
    let made = compiler.args([backend, "--server", "served.fut", "-o", "server"]).current_dir(folder.path()).output();
    assert!(made.as_ref().unwrap().status.success(), "{made:?}");
    let mut command = Command::new(folder.path().join("server"));
    let command = command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut server = command.stderr(Stdio::null()).spawn().unwrap();
    let mut line = [0; 7];
    server.stdout.as_mut().unwrap().read_exact(&mut line).unwrap();
    assert_eq!(&line, b"%%% OK\n");
    (folder, server)
}

/// The input for an argument of `i64`, in a file.
#[cfg(unix)]
fn restore(folder: &std::path::Path, value: i64) -> String {
    let mut data = b"b\x02\x00 i64".to_vec();
    data.extend(value.to_le_bytes());
    std::fs::write(folder.join("in"), data).unwrap();
    "restore in n i64\n".into()
}

#[test]
#[cfg(unix)]
fn servers_end_with_their_clients() {
    use std::io::Write;
    for backend in ["cpu", "c"] {
        let (folder, mut server) = server(backend);
        let commands = restore(folder.path(), 1) + "call endless x n\n";
        server.stdin.as_mut().unwrap().write_all(commands.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        assert!(server.try_wait().unwrap().is_none(), "{backend}: the call has ended");
        drop((server.stdin.take(), server.stdout.take()));
        let start = Instant::now();
        while server.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < Duration::from_secs(20), "{backend}: the server goes on without its client");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn killed_servers_leave_no_files() {
    use std::io::Write;
    for backend in ["cpu", "c"] {
        let (folder, mut server) = server(backend);
        let before = std::fs::read_dir(folder.path()).unwrap().count() + 1;
        let commands = restore(folder.path(), 50_000_000) + "call many x n\nstore out x\n";
        server.stdin.as_mut().unwrap().write_all(commands.as_bytes()).unwrap();
        // The second answer is that of the call: now the server writes 400 MB.
        let mut answers = BufReader::new(server.stdout.as_mut().unwrap()).lines();
        for _ in 0..2 {
            answers.find(|line| line.as_ref().is_ok_and(|line| line == "%%% OK")).unwrap().unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
        server.kill().unwrap();
        server.wait().unwrap();
        let after = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let after: Vec<_> = after.collect();
        assert!(after.len() == before || folder.path().join("out").exists(), "{backend}: {after:?}");
    }
}

/// A folder for a command's temporary files, and the command with a program that never ends.
#[cfg(unix)]
fn endless_command(arguments: &[&str]) -> (tempfile::TempDir, Command) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("endless.fut"),
        format!("-- ==\n-- entry: endless\n-- input {{ 1i64 }}\n{SERVED}"),
    )
    .unwrap();
    std::fs::create_dir(folder.path().join("scratch")).unwrap();
    let mut command = Command::new(binary());
    command.args(arguments).current_dir(folder.path()).env("TMPDIR", folder.path().join("scratch"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    (folder, command)
}

#[test]
#[cfg(unix)]
fn interrupted_commands_leave_no_files() {
    let scratch = |folder: &std::path::Path| {
        let entries = std::fs::read_dir(folder).unwrap().chain(std::fs::read_dir(folder.join("scratch")).unwrap());
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with(".fut-nano")).count()
    };
    for arguments in [&["c", "endless.fut"][..], &["test", "--backend=cpu", "endless.fut"], &["bench", "endless.fut"]] {
        let (folder, mut command) = endless_command(arguments);
        // A compiler that takes its time.
        std::fs::write(folder.path().join("cc"), "sleep 2").unwrap();
        let mut child = command.env("CC", "sh cc").spawn().unwrap();
        let start = Instant::now();
        while scratch(folder.path()) == 0 {
            assert!(start.elapsed() < Duration::from_secs(20), "{arguments:?}: no temporary files");
            std::thread::sleep(Duration::from_millis(10));
        }
        let killed = Command::new("kill").arg(child.id().to_string()).status();
        assert!(killed.unwrap().success());
        assert!(!child.wait().unwrap().success());
        assert_eq!(scratch(folder.path()), 0, "{arguments:?}");
    }
}
