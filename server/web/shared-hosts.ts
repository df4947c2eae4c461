import { parse } from 'tldts';
import { t } from '@/lib/texts/texts';
import { splitWords } from '@/server/text/words';
import { hostOfURL, shownHost } from '@/server/text/shown-host';

type Shared = {
  /** Says why a proof of one of their pages is none of the host. */
  describe: (host: string) => string;
  hosts: readonly string[];
};

/**
 * Hosts whose pages belong to many people, by what they are.
 *
 * The rule: a host is here if somebody who signs up there, or publishes something there, gets pages below it, so that the
 * path, and not the host, says whose a page is. Its front page, files and DNS belong to those who run it, and a file at any
 * path may belong to any of its users. So neither its icon nor a proof of ownership stands for one of these pages.
 *
 * Not here: hosts that give each user a name of their own. A name below a private suffix of the Public Suffix List, as
 * `ada.github.io`, belongs to one user; the suffix itself can't be claimed. Here are the names below such suffixes that
 * belong to all users. With a dot in front, a name stands for all names below it, too.
 */
const SHARED_HOSTS: readonly Shared[] = [
  {
    describe: (host) =>
      t(
        'sharedHost.code',
        "{host} hosts code of many people, so we can't tell which of its pages are yours.",
        { host },
      ),
    hosts: splitWords(`
    .github.com .gitlab.com .bitbucket.org codeberg.org .sourceforge.net gitee.com git.sr.ht sr.ht
    .launchpad.net gitea.com notabug.org framagit.org salsa.debian.org gitlab.gnome.org invent.kde.org
    gitlab.freedesktop.org savannah.gnu.org .codepen.io codesandbox.io stackblitz.com replit.com glitch.com
    jsfiddle.net observablehq.com kaggle.com huggingface.co colab.research.google.com raw.githubusercontent.com
    gist.githubusercontent.com objects.githubusercontent.com user-images.githubusercontent.com
    opencollective.com devpost.com
  `),
  },
  {
    describe: (host) =>
      t(
        'sharedHost.packages',
        "{host} hosts packages of many people, so we can't tell which of its pages are yours.",
        { host },
      ),
    hosts: splitWords(`
    npmjs.com pypi.org crates.io packagist.org rubygems.org hub.docker.com docs.rs pkg.go.dev hex.pm hexdocs.pm
    nuget.org formulae.brew.sh jsr.io pub.dev unpkg.com cdn.jsdelivr.net jsdelivr.com esm.sh quay.io
    metacpan.org cran.r-project.org hackage.haskell.org opam.ocaml.org clojars.org central.sonatype.com
    mvnrepository.com anaconda.org search.nixos.org aur.archlinux.org packages.debian.org bower.io deno.land
    swiftpackageindex.com cocoapods.org artifacthub.io readthedocs.org
  `),
  },
  {
    describe: (host) =>
      t(
        'sharedHost.store',
        "{host} is a store for many products, so we can't tell which of its pages are yours.",
        { host },
      ),
    hosts: splitWords(`
    apps.apple.com itunes.apple.com play.google.com chromewebstore.google.com chrome.google.com
    addons.mozilla.org addons.thunderbird.net addons.opera.com apps.microsoft.com microsoftedge.microsoft.com
    appsource.microsoft.com f-droid.org flathub.org snapcraft.io store.steampowered.com .steamcommunity.com
    itch.io gumroad.com store.kde.org open-vsx.org marketplace.atlassian.com marketplace.visualstudio.com
    .amazon.com plugins.jetbrains.com wordpress.org raycast.com apps.shopify.com appexchange.salesforce.com
    etsy.com codecanyon.net themeforest.net store.epicgames.com gog.com appgallery.huawei.com
    workspace.google.com figma.com canva.com zapier.com apps.gnome.org extensions.gnome.org
  `),
  },
  {
    describe: (host) =>
      t(
        'sharedHost.pages',
        "{host} hosts pages of many people, so we can't tell which of its pages are yours.",
        { host },
      ),
    hosts: splitWords(`
    sites.google.com docs.google.com drive.google.com forms.gle groups.google.com g.page .notion.so .notion.com
    coda.io airtable.com medium.com dev.to substack.com hashnode.com telegra.ph about.me linktr.ee bio.link
    beacons.ai read.cv tumblr.com wordpress.com blogger.com livejournal.com trello.com miro.com typeform.com
    tally.so start.page ko-fi.com buymeacoffee.com .patreon.com kickstarter.com indiegogo.com gofundme.com lu.ma
    calendly.com scratch.mit.edu neocities.org hackmd.io rentry.co write.as .archive.org archive.ph ipfs.io
    dweb.link storage.googleapis.com storage.cloud.google.com dropbox.com .onedrive.live.com mega.nz
    mediafire.com pastebin.com script.google.com tilde.club angelfire.com people.debian.org alternativeto.net
    producthunt.com .wikipedia.org .fandom.com news.ycombinator.com .stackexchange.com stackoverflow.com
    quora.com
  `),
  },
  {
    describe: (host) =>
      t(
        'sharedHost.network',
        "{host} is a network of many people, so we can't tell which of its pages are yours.",
        { host },
      ),
    hosts: splitWords(`
    .youtube.com youtu.be .linkedin.com .facebook.com .instagram.com .x.com .twitter.com .reddit.com .tiktok.com
    .pinterest.com .threads.net .threads.com bsky.app .vk.com discord.com discord.gg t.me .telegram.me
    .twitch.tv .vimeo.com .soundcloud.com open.spotify.com .behance.net .dribbble.com .deviantart.com
    .flickr.com mastodon.social matrix.to .weibo.com .zhihu.com .bilibili.com meetup.com polywork.com
    wellfound.com
  `),
  },
];

const describers = new Map(
  SHARED_HOSTS.flatMap(({ describe, hosts }) => hosts.map((host) => [host, describe] as const)),
);

/** What says why the pages of a host belong to many people. Undefined if they don't. */
function findDescriber(host: string): Shared['describe'] | undefined {
  const bare = host.replace(/^www\./, '');
  const labels = bare.split('.');
  const above = labels.map((_, index) => `.${labels.slice(index).join('.')}`);
  return [bare, ...above].map((name) => describers.get(name)).find((describe) => describe !== undefined);
}

/** Whether the icon of a site is that of the page: not for a page that one of many people has there. */
export const hasOwnIcon = ({ href, pathname }: URL) =>
  pathname === '/' || findDescriber(hostOfURL(href)) === undefined;

type ClaimableHost =
  | {
      host: string;
      /** The names whose DNS record proves it: the host, and the domain that somebody has registered. */
      names: string[];
      /** The URL is the front page of the host. */
      isFrontPage: boolean;
    }
  | { host: string; problem: string };

/** Whether a product's host can be somebody's own. On a shared host, proof of a page is no proof of the host. */
export function claimableHost(url: string): ClaimableHost {
  const { pathname, search } = new URL(url);
  const host = hostOfURL(url);
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp === true || domain === null) {
    return {
      host,
      problem: t('claim.noDomain', "{host} isn't a domain that somebody can own.", { host: shownHost(host) }),
    };
  }
  const describe = findDescriber(host);
  if (describe) return { host, problem: describe(shownHost(host)) };
  return { host, names: [...new Set([host, domain])], isFrontPage: pathname === '/' && search === '' };
}
