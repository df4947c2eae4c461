import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnerError } from '@/server/base/errors';
import { until } from '../setup/until';

const RELEASE = 'bookworm';
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** A minimal Debian system in a folder, with Node.js added, in a network namespace that has only the loopback interface. */
export type DebianRoot = {
  folder: string;
  /** Runs a script as root. @throws Error with the output, unless it succeeds. */
  run: (script: string) => string;
  /** The start of a command of this machine that sees only the network of the root. */
  inNetwork: string[];
  stop: () => Promise<void>;
};

/** Of the certificate authority that the root trusts, without ending. */
export const AUTHORITY = '/usr/local/share/ca-certificates/drill';

/**
 * The programs that replace systemd and Let's Encrypt, by their paths in the root.
 *
 * `systemctl` takes from the unit of the site: user, folder, mask, the paths that it may write to, and the command.
 */
const STAND_INS = {
  '/usr/sbin/policy-rc.d': '#!/bin/sh\nexit 101\n',
  // Packages come from elsewhere: only their programs see the network of this machine.
  '/usr/local/sbin/apt-get': '#!/bin/sh\nexec nsenter --net=/run/network /usr/bin/apt-get "$@"\n',
  '/usr/local/sbin/npm': '#!/bin/sh\nexec nsenter --net=/run/network /usr/local/bin/npm "$@"\n',
  '/usr/local/sbin/journalctl': '#!/bin/sh\nexec cat /var/log/listgrove.log\n',
  '/usr/local/sbin/certbot': `#!/bin/sh
set -e
while [ $# -gt 0 ]; do [ "$1" = --domain ] && name=$2; shift; done
live=/etc/letsencrypt/live/$name
mkdir -p "$live"; cd "$live"
openssl req -newkey rsa:2048 -nodes -keyout privkey.pem -out request -subj "/CN=$name" 2> /dev/null
printf 'subjectAltName=DNS:%s' "$name" > names
openssl x509 -req -in request -CA ${AUTHORITY}.pem -CAkey ${AUTHORITY}.key -CAcreateserial -days 2 -extfile names -out fullchain.pem 2> /dev/null
`,
  '/usr/local/sbin/systemctl': `#!/bin/sh
set -e
action=$1; shift
[ "$1" = --now ] && shift
case "$action $1" in
  "daemon-reload ") test -f /etc/systemd/system/listgrove.service ;;
  "enable postgresql") pg_lsclusters -h | while read -r version cluster rest; do pg_ctlcluster "$version" "$cluster" start; done ;;
  "restart nginx") nginx -s stop 2> /dev/null || true; sleep 1; nginx ;;
  "reload nginx") nginx -s reload ;;
  "reload listgrove") kill -HUP "$(cat /run/listgrove.pid)" ;;
  "enable listgrove" | "restart listgrove")
    unit=/etc/systemd/system/listgrove.service
    value() { sed -n "s/^$1=//p" $unit; }
    if [ -f /run/listgrove.pid ]; then
      pid=$(cat /run/listgrove.pid)
      kill "$pid"
      # Nothing takes the exit code of a process whose parent has ended.
      while grep --quiet --no-messages '^State:.[^Z]' "/proc/$pid/status"; do sleep 0.1; done
    fi
    cd "$(value WorkingDirectory)"
    umask "$(value UMask)"
    own=$(value ReadWritePaths)
    setsid unshare --mount sh -ec 'mount --bind "$1" "$1"; mount -o remount,bind,ro /; mount -t tmpfs tmpfs /tmp; cd "$1"; shift; exec "$@"' sh "$own" \\
      setpriv --reuid="$(value User)" --regid="$(value Group)" --init-groups --no-new-privs --bounding-set=-all --inh-caps=-all \\
      $(value ExecStart) >> /var/log/listgrove.log 2>&1 < /dev/null &
    echo $! > /run/listgrove.pid ;;
  *) echo "systemctl $action $* is not known here" >&2; exit 1 ;;
esac
`,
};

/** Its arguments: the root, the downloads of npm and of apt, and the network of this machine. */
const HOLD_OPEN = `
mount --bind "$0" "$0"
mount -t proc proc "$0/proc"
mount --rbind /dev "$0/dev"
mount --bind "$1" "$0/root/.npm"
mount --bind "$2" "$0/var/cache/apt/archives"
touch "$0/run/network"
mount --bind "$3" "$0/run/network"
ip link set lo up
touch "$0/run/is-open"
exec sleep infinity
`;

/** @param variables of every script that runs in the root. */
export async function openDebianRoot(folder: string, variables: Record<string, string>): Promise<DebianRoot> {
  if (process.getuid?.() !== 0) throw new OwnerError('This drill needs root, to make a Debian root.');
  // As in the terminal of an owner: every user may read what root installs.
  process.umask(0o022);
  const empty = join(tmpdir(), `debian-${RELEASE}`);
  if (!existsSync(join(empty, 'etc/debian_version'))) {
    console.log('  Unpacking an empty Debian …');
    execFileSync('debootstrap', ['--variant=minbase', RELEASE, empty, mirror()], { stdio: 'ignore' });
  }
  execFileSync('cp', ['--archive', empty, folder]);
  await addNode(folder);
  for (const [path, text] of Object.entries(STAND_INS)) {
    await writeFile(join(folder, path), text);
    await chmod(join(folder, path), 0o755);
  }
  await writeFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost tools.example.com\n');
  await cp('/etc/resolv.conf', join(folder, 'etc/resolv.conf'));

  // What npm and apt have downloaded before.
  const packages = join(tmpdir(), `debian-${RELEASE}-packages`);
  await mkdir(join(folder, 'root/.npm'));
  await mkdir(join(packages, 'partial'), { recursive: true });
  const cache = npmConfig('cache');
  await mkdir(cache, { recursive: true });
  const options = ['--mount', '--net', '--pid', '--fork', '--kill-child'];
  const places = [folder, cache, packages, `/proc/${process.pid}/ns/net`];
  const holder = spawn('unshare', [...options, 'sh', '-ec', HOLD_OPEN, ...places], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until(() => existsSync(join(folder, 'run/is-open')));
  const pid = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim();
  const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const settings = {
    HOME: '/root',
    PATH,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C.UTF-8',
    npm_config_registry: npmConfig('registry'),
    ...variables,
  };
  const assignments = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const enter = ['--target', pid, '--mount', '--pid', '--net'];
  return {
    folder,
    inNetwork: ['nsenter', '--target', pid, '--net'],
    run(text) {
      const command = ['chroot', folder, '/usr/bin/env', '-i', ...assignments, 'sh', '-ec', text];
      const { status, stdout, stderr } = spawnSync('nsenter', [...enter, ...command], {
        encoding: 'utf8',
        maxBuffer: OUTPUT_BYTES_MAX,
      });
      if (status !== 0) throw new OwnerError(`Ended with ${status}:\n${text}\n${stdout}${stderr}`);
      return stdout;
    },
    async stop() {
      const exited = once(holder, 'exit');
      holder.kill('SIGKILL');
      await exited;
    },
  };
}

export const npmConfig = (name: string): string =>
  execFileSync('npm', ['config', 'get', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** Where this machine gets its packages. */
function mirror(): string {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].filter(existsSync);
  const text = sources.map((file) => readFileSync(file, 'utf8')).join('\n');
  const [, url] = /^(?:URIs:|deb)\s+(?:\[[^\]]*\]\s+)?(\S+)/m.exec(text) ?? [];
  return url ?? 'http://deb.debian.org/debian';
}

/** The Node.js that runs the drill, and its npm. */
async function addNode(folder: string): Promise<void> {
  await cp(process.execPath, join(folder, 'usr/local/bin/node'));
  const modules = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  await mkdir(join(folder, 'usr/local/lib/node_modules'), { recursive: true });
  execFileSync('cp', ['--archive', join(modules, 'npm'), join(folder, 'usr/local/lib/node_modules/npm')]);
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')]);
}
