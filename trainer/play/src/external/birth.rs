//! Programs that end with us, even when we are killed.

use std::io;
use std::process::{Child, Command};

/// Starts a program. On Linux the system kills it when this process ends in whatever way; elsewhere it notices that
/// its input has ended.
#[cfg(not(target_os = "linux"))]
pub(super) fn spawn(mut command: Command) -> io::Result<Child> {
    command.spawn()
}

#[cfg(target_os = "linux")]
pub(super) use linux::spawn;

#[cfg(target_os = "linux")]
mod linux {
    use std::os::unix::process::CommandExt as _;
    use std::sync::OnceLock;
    use std::sync::mpsc::{Sender, channel};
    use std::thread;

    use super::{Child, Command, io};

    /// A program to be started, and who waits for it.
    type Order = (Command, Sender<io::Result<Child>>);

    /// Starts a program. The system kills it when this process ends in whatever way.
    ///
    /// Linux means the end of the *thread* that started it, so one thread that never ends starts them all.
    pub(in crate::external) fn spawn(command: Command) -> io::Result<Child> {
        static ORDERS: OnceLock<Sender<Order>> = OnceLock::new();
        let (answer, child) = channel();
        let gone = |_| io::Error::other("the thread that starts programs has ended");
        ORDERS.get_or_init(open).send((command, answer)).map_err(|_| gone(()))?;
        child.recv().map_err(|_| gone(()))?
    }

    fn open() -> Sender<Order> {
        let (orders, received) = channel::<Order>();
        thread::spawn(move || {
            for (mut command, answer) in received {
                end_with_us(&mut command);
                // Who no longer waits has no use for it.
                let _ = answer.send(command.spawn());
            }
        });
        orders
    }

    fn end_with_us(command: &mut Command) {
        let parent = std::process::id();
        let ask = move || {
            // SAFETY: both calls only pass numbers, and are safe between fork and exec.
            let (refused, now) = unsafe {
                (libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) != 0, libc::getppid())
            };
            if refused {
                return Err(io::Error::last_os_error());
            }
            // We may have ended before the system knew.
            if u32::try_from(now) != Ok(parent) {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        };
        // SAFETY: the closure allocates nothing and takes no lock.
        unsafe { command.pre_exec(ask) };
    }
}
