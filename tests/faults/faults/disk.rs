//! The disk of the SQLite database: a small one that can be filled, or one limited to a few writes a second.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tokio::time::sleep;

use crate::world::World;

/// The size of the small disk, enough for the database and its log.
const SMALL: &str = "size=48m";
/// The size of the slow disk in bytes, and its writes a second.
const SLOW: u64 = 96 * 1024 * 1024;
const WRITES: u32 = 25;
/// The cgroups that limit the writes of a group of processes.
const GROUPS: &str = "/sys/fs/cgroup/blkio";

pub fn mount_small(directory: &Path) {
    tool("mount", &["-t", "tmpfs", "-o", SMALL, "none", &directory.display().to_string()]);
}

pub fn unmount_small(directory: &Path) {
    tool("umount", &[&directory.display().to_string()]);
}

/// Fills the disk, and empties it again after a while.
pub async fn fill(world: &World<'_>) {
    let file = world.store.directory.path().join("filler");
    let mut filler = fs::File::create(&file).expect("a file");
    let block = vec![1_u8; 64 * 1024];
    while std::io::Write::write_all(&mut filler, &block).is_ok() {}
    sleep(world.plan.lasts).await;
    fs::remove_file(&file).expect("it is removed");
}

pub fn can_be_slowed() -> bool {
    Path::new(GROUPS).join("blkio.throttle.write_iops_device").exists()
        && Path::new("/dev/loop-control").exists()
}

/// A file system on a file in memory, so that nothing else is slowed down.
pub fn mount_slow(directory: &Path) {
    let image = image_of(directory);
    fs::File::create(&image).and_then(|file| file.set_len(SLOW)).expect("an image");
    let image = image.display().to_string();
    tool("mkfs.ext4", &["-q", "-F", &image]);
    tool("mount", &["-o", "loop", &image, &directory.display().to_string()]);
}

pub fn unmount_slow(directory: &Path) {
    tool("umount", &[&directory.display().to_string()]);
    fs::remove_file(image_of(directory)).ok();
}

/// Moves the node into a group whose writes to this file system are limited, and out again after a while.
pub async fn slow_down(world: &World<'_>) {
    let device = device_of(world.store.directory.path());
    let group = Path::new(GROUPS).join(format!("sixfold-faults-{}", std::process::id()));
    fs::create_dir_all(&group).expect("a group");
    fs::write(group.join("blkio.throttle.write_iops_device"), format!("{device} {WRITES}")).expect("a limit");
    let pid = world.nodes.lock().await[0].pid().to_string();
    fs::write(group.join("cgroup.procs"), &pid).expect("the node is in the group");
    sleep(world.plan.lasts).await;
    fs::write(Path::new(GROUPS).join("cgroup.procs"), &pid).expect("it is out of the group");
    // A group with processes that are just leaving stays; the next seed uses it again.
    fs::remove_dir(&group).ok();
}

/// `major:minor` of the device of a directory.
fn device_of(directory: &Path) -> String {
    let device = std::os::unix::fs::MetadataExt::dev(&fs::metadata(directory).expect("a directory"));
    format!("{}:{}", rustix::fs::major(device), rustix::fs::minor(device))
}

fn image_of(directory: &Path) -> PathBuf {
    directory.with_extension("image")
}

pub fn tool(program: &str, line: &[&str]) {
    let output = Command::new(program).args(line).output().expect("the program is there");
    assert!(output.status.success(), "{program} {line:?}: {}", String::from_utf8_lossy(&output.stderr));
}
