#!/bin/sh
# Fetches and builds what does not change from run to run, into the folder given: a kernel with gpio-sim, its initrd,
# and a Debian file system with everything that the box needs but the box itself. What is there already is kept.
set -eu

kept=$1
tools="qemu-system-x86 mmdebstrap cpio kmod e2fsprogs xz-utils debian-archive-keyring"
includes=python3,udev,busybox-static,libegl1,libgles2,libgbm1,libgl1-mesa-dri
modules="virtio_blk ext4 gpio-sim uinput evdev virtio-gpu"
keys=/usr/share/keyrings/debian-archive-keyring.gpg

say() { printf 'hil: %s\n' "$*" >&2; }
stop() { say "$@"; exit 1; }

# Runs quietly; what it said is shown only if it fails.
quietly() {
    "$@" > "$kept/log" 2>&1 && return
    tail -n 20 "$kept/log" >&2
    return 1
}

tools_there() {
    for tool in qemu-system-x86_64 mmdebstrap cpio depmod mke2fs xz; do
        command -v $tool > /dev/null || return 1
    done
    [ -e $keys ]
}

install_tools() {
    say "installing $tools"
    export DEBIAN_FRONTEND=noninteractive
    quietly apt-get -qq update && quietly apt-get -qq install --no-install-recommends $tools ||
        stop "the tools cannot be installed; put that right and run: apt install $tools"
}

# The machine's own source of Debian packages.
find_mirror() {
    index() { apt-get indextargets --format '$(REPO_URI)' | grep -m 1 -E '/debian/?$'; }
    [ -n "${DEBIAN_MIRROR:=$(index)}" ] || { quietly apt-get -qq update; DEBIAN_MIRROR=$(index); } ||
        stop "apt knows no source of Debian packages here; name one: make hil DEBIAN_MIRROR=its-address"
}

# An apt of its own, since the machine's need not know backports.
backports() {
    tool=$1
    shift
    "$tool" -q -o Dir::Etc::sourcelist="$kept/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null \
        -o Dir::State::lists="$kept/apt/lists" -o Dir::State::status="$kept/apt/status" -o Dir::Cache="$kept/apt/cache" \
        -o APT::Architecture=amd64 -o APT::Architectures=amd64 -o APT::Sandbox::User=root "$@"
}

# The kernels of Debian's releases lack gpio-sim; the one in backports has it.
make_kernel() {
    say "fetching a kernel with gpio-sim"
    find_mirror
    rm -rf "$kept/apt" "$kept/kernel"
    mkdir -p "$kept/apt/lists/partial" "$kept/apt/cache/archives/partial" "$kept/kernel"
    : > "$kept/apt/status"
    echo "deb [signed-by=$keys] $DEBIAN_MIRROR trixie-backports main" > "$kept/apt/sources.list"
    quietly backports apt-get update || stop "the list of kernels is out of reach; connect the network and start again"
    version=$(backports apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-//p' | head -n 1)
    # Newer kernels come in two packages, the image and its modules.
    cd "$kept/kernel"
    quietly backports apt-get download "linux-binary-$version" "linux-modules-$version" ||
        quietly backports apt-get download "linux-image-$version" ||
        stop "the kernel $version cannot be fetched; connect the network and start again"
    for package in *.deb; do dpkg-deb -x "$package" .; done
    [ -e lib ] || ln -s usr/lib lib
    quietly depmod -b . "$version"
    make_initrd "$version"
    mv "$(find . -type f -name 'vmlinuz*')" "$kept/vmlinuz"
    cd "$kept"
    rm -rf apt kernel
}

# The modules in the order in which they are loaded, and a first process that loads them and goes on to the disk.
make_initrd() {
    mkdir -p first/bin first/dev first/disk first/modules
    for module in $modules; do
        modprobe -d . -S "$1" --show-depends "$module" || stop "the kernel $1 has no $module; Debian has changed it"
    done > order
    number=100
    for file in $(awk '$1 == "insmod" && !seen[$2]++ { print $2 }' order); do
        number=$((number + 1))
        case $file in
        *.xz) xz -dc "$file" > "first/modules/$number.ko" ;;
        *) cp "$file" "first/modules/$number.ko" ;;
        esac
    done
    cp "$kept/busybox" first/bin/busybox
    cat > first/init <<'END'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for module in /modules/*.ko; do /bin/busybox insmod $module; done
/bin/busybox mount -t ext4 /dev/vda /disk
/bin/busybox mount -t ext4 -o ro /dev/vdb /disk/opt
exec /bin/busybox switch_root /disk /opt/tests/hil/init.sh
END
    chmod +x first/init
    (cd first && find . | cpio -o -H newc --quiet) | gzip -1 > "$kept/initrd"
}

make_root() {
    say "building a Debian file system; this takes minutes"
    find_mirror
    rm -rf "$kept/root" "$kept/root.part"
    quietly mmdebstrap --variant=minbase --include=$includes --aptopt='Apt::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --dpkgopt='path-exclude=/usr/share/locale/*' bookworm "$kept/root" "$DEBIAN_MIRROR" ||
        stop "the file system cannot be built; connect the network and start again"
    cp "$kept/root/bin/busybox" "$kept/busybox"
    mkdir -p "$kept/root/data"
    quietly mke2fs -q -F -t ext4 -d "$kept/root" "$kept/root.part" 1200M
    rm -rf "$kept/root"
    mv "$kept/root.part" "$kept/root.img"
}

[ "$(dpkg --print-architecture 2> /dev/null)" = amd64 ] || stop "this runs on Debian or its relatives on a PC (amd64) only"
[ "$(id -u)" = 0 ] || stop "root is needed to build a file system; start it with sudo"
mkdir -p "$kept"
tools_there || install_tools
cmp -s "$0" "$kept/made-by" || rm -f "$kept/root.img" "$kept/vmlinuz"
[ -s "$kept/root.img" ] || make_root
[ -s "$kept/vmlinuz" ] || make_kernel
rm -f "$kept/log"
cp "$0" "$kept/made-by"
