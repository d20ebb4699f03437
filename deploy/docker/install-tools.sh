#!/bin/sh
# Installs the tools of `npm run test:long -- containers` on Debian 12 or 13, as root. The product does not
# need them: docker-compose.yml only requires Docker.
set -eu

[ "$(id -u)" = 0 ] || { echo "install-tools.sh installs packages: run it as root." >&2; exit 1; }
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install --yes --no-install-recommends \
  podman buildah crun netavark aardvark-dns catatonit iptables mmdebstrap

plugins=/usr/local/lib/docker/cli-plugins
if [ -x "$plugins/docker-compose" ] || [ -x /usr/libexec/docker/cli-plugins/docker-compose ]; then
  exit 0
fi
# Debian 12 only has Compose 1. The package of the next Debian release is a single static program: it is
# unpacked, not installed, and no other file is used.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | head -n 1)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/lists/partial" "$folder/cache/archives/partial"
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] $mirror trixie main" >"$folder/sources.list"
options="-o Dir::Etc::sourcelist=$folder/sources.list -o Dir::Etc::sourceparts=/dev/null
  -o Dir::State::lists=$folder/lists -o Dir::Cache=$folder/cache -o APT::Sandbox::User=root"
cd "$folder"
# shellcheck disable=SC2086 -- several options in one variable
apt-get $options update
# shellcheck disable=SC2086
apt-get $options download docker-compose
dpkg -x docker-compose_*.deb unpacked
install -D -m 0755 unpacked/usr/libexec/docker/cli-plugins/docker-compose "$plugins/docker-compose"
"$plugins/docker-compose" version
