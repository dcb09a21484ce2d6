"""finish.py ROOT PACKAGE VERSION CONTACT: completes the files of a Debian package as its policy
requires: copyright, changelog, lintian's overrides, packed manual pages. All files get the date of
SOURCE_DATE_EPOCH."""
import email.utils
import gzip
import os
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent


def pack(path, content):
    path.write_bytes(gzip.compress(content, mtime=0))


def main():
    root, package, version, contact = sys.argv[1:]
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    share = pathlib.Path(root) / "usr/share"
    documents = share / "doc" / package
    documents.mkdir(parents=True, exist_ok=True)
    shutil.copy(HERE / "copyright", documents)
    pack(documents / "changelog.gz", f"""{package} ({version}) unstable; urgency=medium

  * /usr/share/ixp2400/CHANGELOG.md has the changes.

 -- {contact}  {email.utils.formatdate(epoch)}
""".encode())
    overrides = HERE / f"{package}.lintian-overrides"
    if overrides.exists():
        (share / "lintian/overrides").mkdir(parents=True, exist_ok=True)
        shutil.copy(overrides, share / "lintian/overrides" / package)
    for page in sorted(share.glob("man/man1/*.1")):
        packed = page.with_name(page.name + ".gz")
        if page.is_symlink():
            packed.symlink_to(os.readlink(page) + ".gz")
        else:
            pack(packed, page.read_bytes())
        page.unlink()
    for path in [pathlib.Path(root), *pathlib.Path(root).rglob("*")]:
        os.utime(path, (epoch, epoch), follow_symlinks=False)


main()
