#!/bin/sh
# The first process of the machine: makes it look like a Raspberry Pi as far as gpiozero looks, and lets the player in.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root PYTHONPATH=/opt:/opt/site PYTHONUNBUFFERED=1
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
mount -t tmpfs tmp /tmp
mount -t configfs config /sys/kernel/config
mount -t ext4 /dev/vdc /data
/lib/systemd/systemd-udevd --daemon
udevadm trigger
udevadm settle

# Two chips, as on a Pi, of which the second has the header; the first may get either number.
chips=/sys/kernel/config/gpio-sim/box
mkdir -p $chips/expander $chips/header
echo 8 > $chips/expander/num_lines
echo raspberrypi-exp-gpio > $chips/expander/label
echo 54 > $chips/header/num_lines
echo pinctrl-bcm2711 > $chips/header/label
echo 1 > $chips/live

# A machine without a device tree tells its board here; this is a Pi 4.
{ cat /proc/cpuinfo; printf 'Hardware\t: BCM2835\nRevision\t: c03114\n'; } > /run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo

cd /data
python3 -m tests.hil.player "$part" < /dev/null
sync
busybox poweroff -f
