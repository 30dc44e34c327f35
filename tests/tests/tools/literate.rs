//! `fut-nano literate`.

use super::{folder, run_in};
use fut_nano_tests::command::Outcome;
use regex::Regex;
use tempfile::TempDir;

const PROGRAM: &str = r#"-- # Doubled
--
-- Twice as much.

-- ==
-- input { 1 } output { 2 }
def main (x: i32) = 2 * x

-- > main 2

-- > :brief :img board 2;
-- file: board.png

def board (n: i64) = tabulate_2d n n (\i j -> (i + j) % 2 == 0)

-- > :covert (board 1, {a = "a", b = (pair 1).1})
def pair (x: i32) = (x, [[x, 2], [3, 4]])

-- > let (a, b) = pair 1
--   let c = b[1] in (a, c)

-- > main 2f32
"#;

const DOCUMENT: &str = r#"# Doubled

Twice as much.


```futhark
-- ==
-- input { 1 } output { 2 }
```

```futhark
def main (x: i32) = 2 * x
```

```
> main 2
```

```
4i32
```


```
> :img board 2i32
```

![](p-img/board.png)

```futhark
def board (n: i64) = tabulate_2d n n (\i j -> (i + j) % 2 == 0)
```


```
([[true]], {a = [97u8], b = [[1i32, 2i32],
[3i32, 4i32]]})
```

```futhark
def pair (x: i32) = (x, [[x, 2], [3, 4]])
```

```
> let (a, b) = pair 1
  let c = b[1] in (a, c)
```

```
(1i32, [3i32, 4i32])
```


```
> main 2f32
```

**FAILED**
```
main needs arguments of types
  i32
but is applied to arguments of types
  f32
```
"#;

/// The document that is made of a program, with words in the place of hashes.
fn document(folder: &TempDir, name: &str) -> String {
    let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
    Regex::new("/[0-9a-f]{32}-").unwrap().replace_all(&text, "/HASH-").into_owned()
}

fn files(folder: &TempDir, name: &str) -> Vec<String> {
    let files = std::fs::read_dir(folder.path().join(name)).unwrap();
    let mut names: Vec<String> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn programs_become_documents() {
    let folder = folder(&[("p.fut", PROGRAM)]);
    let outcome = run_in(&folder, &["literate", "p.fut"], "");
    assert_eq!(outcome.status, Some(1), "{}", outcome.stderr);
    assert!(outcome.stderr.starts_with("> main 2.0f32 failed:\nmain needs arguments"), "{}", outcome.stderr);
    assert_eq!(document(&folder, "p.md"), DOCUMENT);
    let pixels = run_in(&folder, &["script", "p.fut", "$loadimg \"p-img/board.png\""], "").text();
    assert_eq!(pixels, "[[4294967295u32, 4278190080u32], [4278190080u32, 4294967295u32]]\n");
    // No document is better than one with a failure in it.
    let outcome = run_in(&folder, &["literate", "p.fut", "--stop-on-error", "-o", "other.md"], "");
    assert_eq!((outcome.status, folder.path().join("other.md").exists()), (Some(1), false));
}

fn run_right(folder: &TempDir, arguments: &[&str]) -> Outcome {
    let outcome = run_in(folder, arguments, "");
    assert_eq!(outcome.status, Some(0), "{arguments:?}: {}", outcome.stderr);
    outcome
}

#[test]
fn results_are_kept_until_something_changes() {
    let program = "import \"lib\"\n-- > f ($loaddata \"x.in\")\n\n-- > :img g 1\n\n-- > #[trace] 1\n";
    let program =
        program.replace("-- > #[trace] 1\n", "def f (x: i32) = one + #[trace(seen)] x\ndef g (n: i64) = [[0f32]]\n");
    let folder = folder(&[("a/p.fut", &program), ("a/lib.fut", "def one = 1i32"), ("a/x.in", "1")]);
    let run = |what: &str| {
        let outcome = run_right(&folder, &["literate", "a/p.fut", "-v", "-o", "b.md"]);
        (outcome.stderr.matches(what).count(), outcome.stderr)
    };
    let (new, said) = run("Generating new file");
    assert!(new == 2 && said.contains("Processing > :img g 1...") && said.contains("seen"), "{said}");
    assert!(document(&folder, "b.md").contains("\n2i32\n"), "{}", document(&folder, "b.md"));
    assert_eq!((files(&folder, "b-img").len(), run("Using existing file").0), (3, 2));
    // A file that is loaded, and one that is imported.
    std::fs::write(folder.path().join("a/x.in"), "5").unwrap();
    let (deleted, said) = run("Deleting unused file");
    assert!(deleted == 1 && said.contains("Using existing file"), "{said}");
    assert!(document(&folder, "b.md").contains("\n6i32\n"));
    std::fs::write(folder.path().join("a/lib.fut"), "def one = 2i32").unwrap();
    assert_eq!(run("Generating new file").0, 2);
    // Nothing is deleted in a folder that others have made.
    std::fs::remove_file(folder.path().join("b-img/CACHEDIR.TAG")).unwrap();
    std::fs::write(folder.path().join("b-img/mine"), "").unwrap();
    assert_eq!(run("Deleting unused file").0, 0);
    assert!(folder.path().join("b-img/mine").exists());
}

#[test]
fn films_and_sounds_are_made() {
    let program = r#"
type state = {x: i64}
def step (c: u8) (s: state) : ([][]u8, state) = (tabulate_2d 1 4 (\_ j -> if j == s.x then c else 0), {x = s.x + 1})
def frames = map (\i -> [[i]]) [0f32, 0.5, 1]
def tone = [[0f32, 0.5], [-1, 1]]

-- > :video (step 255u8, {x = 0}, 3i64,);
-- fps: 10
-- format: gif
-- loop: false

-- > :video frames;
-- format: gif
-- file: grey.gif

-- > :audio tone;
-- sampling_frequency: 8000

-- > $loadaudio "tone.wav"
"#;
    let folder = folder(&[("p.fut", program)]);
    let failed = run_in(&folder, &["literate", "p.fut"], "");
    assert_eq!(failed.status, Some(1));
    assert!(failed.stderr.contains("cannot read tone.wav"), "{}", failed.stderr);
    let made = document(&folder, "p.md");
    for link in ["![](p-img/HASH-video.gif){loop=\"false\"}", "![](p-img/grey.gif)\n", "![](p-img/HASH-output.wav)"] {
        assert!(made.contains(link), "{made}");
    }
    let names = files(&folder, "p-img");
    let named = |end: &str| names.iter().find(|name| name.ends_with(end)).unwrap();
    let gif = std::fs::read(folder.path().join("p-img").join(named("-video.gif"))).unwrap();
    // Each picture has a description, which begins with a comma.
    assert_eq!((&gif[..6], gif[6], gif[8]), (&b"GIF89a"[..], 4, 1));
    let first = run_right(&folder, &["script", "p.fut", "$loadimg \"p-img/grey.gif\""]).text();
    assert_eq!(first, "[[4278190080u32]]\n");
    std::fs::copy(folder.path().join("p-img").join(named("-output.wav")), folder.path().join("tone.wav")).unwrap();
    run_right(&folder, &["literate", "p.fut"]);
    let made = document(&folder, "p.md");
    assert!(made.contains("[[0.0f64, 0.5f64],\n[-1.0f64, 0.999969482421875f64]]"), "{made}");
}

/// Programs of others draw plots, and may not be installed.
#[test]
fn plots_need_gnuplot() {
    let program = "def xy (n: i64) = (iota n, map f32.i64 (iota n))\n\n-- > :plot2d {line = xy 9};\n-- size: (90,60)\n\n\
                   -- > :gnuplot {line = xy 9};\n-- set term png size 80,50\n-- plot line\n\n-- > :plot2d 1\n";
    let folder = folder(&[("p.fut", program)]);
    let outcome = run_in(&folder, &["literate", "p.fut"], "");
    assert!(outcome.stderr.contains("cannot make a plot of a value of type i32"), "{}", outcome.stderr);
    let is_installed = std::process::Command::new("gnuplot").arg("--version").output().is_ok();
    let missing = outcome.stderr.matches("this needs the program `gnuplot`, which is not installed").count();
    assert_eq!(missing, if is_installed { 0 } else { 2 }, "{}", outcome.stderr);
    if is_installed {
        assert_eq!(document(&folder, "p.md").matches("![](p-img/HASH-plot.png)").count(), 2);
    }
}

/// Other formats of films and sounds are made and read by a program, which may not be installed.
#[test]
fn films_and_sounds_need_ffmpeg() {
    let program = "def step (s: i32) : ([][]u32, i32) = (tabulate_2d 40 60 (\\i j -> u32.i64 (i * j) + u32.i32 s), s + 1)\n\n\
                   def tone (n: i64) = map (\\i -> f64.sin (f64.i64 i / 20)) (iota n)\n\n\
                   -- > :video (step, 3i32, 10i64);\n-- file: film.webm\n\n\
                   -- > :audio tone 8000i64;\n-- codec: flac\n";
    let folder = folder(&[("p.fut", program)]);
    let outcome = run_in(&folder, &["literate", "p.fut"], "");
    if std::process::Command::new("ffmpeg").arg("-version").output().is_err() {
        let missing = outcome.stderr.matches("this needs the program `ffmpeg`, which is not installed").count();
        assert_eq!(missing, 2, "{}", outcome.stderr);
        return;
    }
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let made = |extension: &str, mark: &[u8]| {
        let mut files = std::fs::read_dir(folder.path().join("p-img")).unwrap().map(|entry| entry.unwrap().path());
        let path = files.find(|path| path.extension().is_some_and(|found| found == extension)).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        assert!(bytes.starts_with(mark), "{}: {:?}", path.display(), &bytes[..mark.len()]);
        path
    };
    made("webm", b"\x1a\x45\xdf\xa3");
    std::fs::copy(made("flac", b"fLaC"), folder.path().join("tone.flac")).unwrap();
    // One channel, read back. The second sample is the sine of 0.05.
    let outcome = run_right(&folder, &["script", "p.fut", "$loadaudio \"tone.flac\""]);
    let text = outcome.text();
    let sample = text.strip_prefix("[[0.0f64, ").and_then(|rest| rest.split("f64").next()).unwrap_or(&text);
    assert!((sample.parse::<f64>().unwrap() - 0.05f64.sin()).abs() < 1e-4, "{sample}");
}

#[test]
fn compiled_servers_are_taken() {
    let folder = folder(&[("p.fut", "entry f (x: i32) = x + 1\n\n-- > f 1\n")]);
    run_right(&folder, &["cpu", "--server", "p.fut"]);
    let text = std::fs::read_to_string(folder.path().join("p.fut")).unwrap() + "\ndef wrong = nosuch\n";
    std::fs::write(folder.path().join("p.fut"), text).unwrap();
    run_right(&folder, &["literate", "p.fut", "--skip-compilation"]);
    assert!(document(&folder, "p.md").contains("\n2i32\n"));
    assert_eq!(run_right(&folder, &["script", "p", "f 2"]).text(), "3i32\n");
}

#[test]
fn mistakes_are_reported() {
    let folder = folder(&[
        ("syntax.fut", "def f = 1\n\n-- > f )\n"),
        ("wrong.fut", "def f = x\n\n-- > f\n"),
        ("poly.fut", "def f 'a (x: a) = x\n\n-- > f 1\n"),
        ("crash.fut", "def f (x: i32) = assert (x > 0) x\n\n-- > f 0\n\n-- > f 1\n"),
    ]);
    for (file, why, is_made) in [
        ("syntax.fut", "syntax.fut:3: expected the end of the directive, found `)`", false),
        ("wrong.fut", "unknown name `x`", false),
        ("poly.fut", "f", false),
        ("crash.fut", "Assertion is false", true),
        ("nosuch.fut", "cannot read nosuch.fut", false),
    ] {
        let outcome = run_in(&folder, &["literate", file], "");
        assert_eq!(outcome.status, Some(1), "{file}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(why), "{file}: {}", outcome.stderr);
        assert_eq!(folder.path().join(file).with_extension("md").exists(), is_made, "{file}");
    }
    assert!(document(&folder, "crash.md").contains("\n1i32\n"));
}
