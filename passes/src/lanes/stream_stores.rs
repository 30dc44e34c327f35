//! `stream-stores`: lets large maps write past the caches.

use crate::lanes::support::{bin, int};
use framework::pass::{Report, Run, Transform};
use framework::{Names, Owned, Renaming, Result, pass, rules};
use languages::lanes::facts::{Aliases, each_stm};
use languages::lanes::{
    Arena, Dim, Exp, Fun, Lanes, Proc, Program, Rewrite, Stm, Visit, default_rewrite_fun, default_rewrite_proc,
    default_rewrite_stm, walk_fun, walk_proc, walk_stm,
};
use languages::prim::{BinOp, PrimType};

pass! {
    /// Lets a map that writes much write past the caches.
    ///
    ///     lanes 16 (j) do v <- xs[j..]; ys[j..] <- v of kernel (i < n) do … done
    ///     becomes
    ///     lanes 16 (j) past the caches if 67108864 <= n * 4 do v <- xs[j..]; ys[j..] <- v of kernel (i < n) do … done
    ///
    /// A processor reads a line of memory into its caches before it writes a part of it. A map that fills whole lines
    /// does not need what was there: past the caches it moves two thirds of the bytes if it reads as much as it writes.
    /// But what it wrote is not in a cache when the next kernel reads it, so it must be more than a cache holds.
    ///
    /// Only kernels of host code whose groups have no loops, and write consecutive elements, in every lane, to blocks
    /// that they do not read. How much that is depends on sizes, which are known when the kernel starts.
    pub StreamStores = "stream-stores": Lanes => Lanes {
        ensures: [StreamedMaps],
        counts: { maps },
        options: {
            /// A kernel that writes at least so many bytes writes past the caches. The default is more than the caches
            /// of a processor's core, and about as many as all cores of many processors share.
            least_bytes: u64 = 64 << 20,
        },
    }
}

impl Transform for StreamStores {
    fn transform(&self, program: &Owned<Lanes>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        if !has_streams(program.root()) {
            run.unchanged_if(true);
            return Ok(program.clone());
        }
        Owned::build(|arena| {
            let least = i64::try_from(run.options.least_bytes).unwrap_or(i64::MAX);
            let mut streams = Streams { arena, least, aliases: Aliases::default(), in_kernel: false, maps: 0 };
            let result = streams.rewrite_program(program.root());
            run.counts.maps = streams.maps;
            run.unchanged_if(streams.maps == 0);
            result
        })
    }
}

rules! { Lanes:
    /// What writes past the caches is a group of a kernel of host code, without loops. It writes all lanes of
    /// consecutive elements, to blocks that it does not read, and nothing else.
    pub StreamedMaps = "streamed-maps" by streamed_maps;
}

/// The bytes that a group writes for each index, to be written past the caches. `None` if it must not.
fn streamed_bytes(body: &[Stm<'_>], aliases: &Aliases) -> Option<i64> {
    let (mut stores, mut fits) = (0, aliases.repeatable(body));
    each_stm(body, &mut |stm| match stm {
        Stm::Store { mask: None, .. } => stores += 1,
        Stm::Read { .. } | Stm::Load { .. } | Stm::Gather { .. } | Stm::Leave { .. } | Stm::If { .. } => {}
        Stm::Decl { .. } | Stm::DeclVec { .. } | Stm::Assign { .. } => {}
        // In code with loops, writing takes the least of the time.
        _ => fits = false,
    });
    // Those in branches do not fill lines.
    let direct = body.iter().filter_map(|stm| match stm {
        Stm::Store { prim, .. } => Some(prim.size_bytes() as i64),
        _ => None,
    });
    let direct: Vec<i64> = direct.collect();
    (fits && stores > 0 && direct.len() == stores).then(|| direct.iter().sum())
}

/// The bytes that each lane of a kernel with groups writes, if they may go past the caches.
fn streamed(stm: &Stm<'_>, aliases: &Aliases) -> Option<i64> {
    let (Stm::Vectors { body, .. }, Some(kernel)) = (stm, stm.kernel()) else { return None };
    matches!(kernel, Stm::Parallel { .. }).then(|| streamed_bytes(body, &aliases.in_kernel(kernel)))?
}

/// Whether a kernel of host code may write past the caches. To look costs less than to copy the program.
fn has_streams(program: &Program<'_>) -> bool {
    struct Finder(bool, Aliases);
    impl<'a> Visit<'a> for Finder {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.1 = Aliases::of(node.body);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.1 = Aliases::of(node.body);
            walk_proc(self, node);
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            self.0 |= streamed(node, &self.1).is_some();
            if !self.0 && !node.is_kernel() {
                walk_stm(self, node);
            }
        }
    }
    let mut finder = Finder(false, Aliases::default());
    finder.visit_program(program);
    finder.0
}

fn streamed_maps(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        in_kernel: bool,
        aliases: Aliases,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.entry);
            self.aliases = Aliases::of(node.body);
            walk_fun(self, node);
        }
        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.report.enter(node.name);
            self.aliases = Aliases::of(node.body);
            walk_proc(self, node);
        }
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if let Stm::Vectors { past: Some(_), body, .. } = node {
                if self.in_kernel {
                    self.report.fail_node(node, "a group in a kernel that writes past the caches");
                }
                let aliases = node.kernel().map_or_else(Aliases::default, |kernel| self.aliases.in_kernel(kernel));
                if streamed_bytes(body, &aliases).is_none() {
                    self.report.fail_node(node, "a group that must not write past the caches");
                }
            }
            let around = self.in_kernel;
            self.in_kernel |= node.is_kernel();
            walk_stm(self, node);
            self.in_kernel = around;
        }
    }
    Finder { report, in_kernel: false, aliases: Aliases::default() }.visit_program(program);
}

struct Streams<'b> {
    arena: &'b Arena<'b>,
    /// The least bytes of a kernel that writes past the caches.
    least: i64,
    aliases: Aliases,
    in_kernel: bool,
    maps: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Streams<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.aliases = Aliases::of(node.body);
        default_rewrite_fun(self, node)
    }

    fn rewrite_proc(&mut self, node: &'a Proc<'a>) -> Result<Proc<'b>> {
        self.aliases = Aliases::of(node.body);
        default_rewrite_proc(self, node)
    }

    fn rewrite_stm(&mut self, node: &'a Stm<'a>) -> Result<Stm<'b>> {
        let around = self.in_kernel;
        self.in_kernel |= node.is_kernel();
        let mut stm = default_rewrite_stm(self, node)?;
        self.in_kernel = around;
        if let (false, Stm::Vectors { past, .. }) = (self.in_kernel, &mut stm)
            && let Some(when) = self.past(node)
        {
            *past = Some(when);
            self.maps += 1;
        }
        Ok(stm)
    }
}

impl<'b> Streams<'b> {
    /// When a kernel with groups writes past the caches. `None` if it must not.
    fn past(&self, stm: &Stm<'_>) -> Option<&'b Exp<'b>> {
        let Some(Stm::Parallel { space, .. }) = stm.kernel() else { return None };
        let bytes = int(streamed(stm, &self.aliases)?);
        let written = space.iter().fold(bytes, |product, Dim { count, .. }| {
            let count = count.copy_into(self.arena, &mut Renaming::new(Names::Keep));
            bin(self.arena, BinOp::Mul, PrimType::I64, count, product)
        });
        Some(self.arena.alloc(bin(self.arena, BinOp::Le, PrimType::I64, int(self.least), written)))
    }
}
