import type { PageFingerprint } from '@/lib/contract/site-check';
import { fold } from '@/server/text/fold';
import { canonicalURL } from './canonical-url';
import { registrableDomain, similarityOf, wordsOf } from './page-fingerprint';
import { type Text, text } from '@/lib/texts/texts';

/** What a visit says of a site. Only a moderator removes a product because of it. */
export type SiteFinding =
  | {
      finding: 'fine';
      /** The site says that the page has moved for good to another place. */
      movedTo?: string;
    }
  | { finding: 'unsure' | 'changed'; problem: Text };

type Visit = {
  product: { name: string; tagline: string; url: string };
  /** What the site was like when it was fine for the last time, if it ever was. */
  baseline: PageFingerprint | undefined;
  page: PageFingerprint;
  /** Every redirect on the way is said to hold for good. */
  hasMoved: boolean;
};

/** From how many points a page is one that parks a domain, or one of gambling. */
const PARKING_MIN = 2;
const GAMBLING_MIN = 4;
/** Pages of one product share more of their words, also after it has been redesigned. See docs/site-checks.md. */
const SIMILARITY_MIN = 0.15;
/** Fewer words say too little about a page. */
const WORDS_MIN = 40;
const LOGIN =
  /(?:^|[/.?&=_-])(?:consent|login|log-in|signin|sign-in|sso|oauth2?|auth|account|captcha|challenge|guce)(?:[/.?&=_-]|$)/i;

/**
 * Says whether an address still leads to the product that was listed. In doubt it is `unsure`: a page that stands before
 * the real one, or says too little, proves nothing.
 */
export function compareSites({ product, baseline, page, hasMoved }: Visit): SiteFinding {
  const changed = (problem: Text): SiteFinding => ({ finding: 'changed', problem });
  const unsure = (problem: Text): SiteFinding => ({ finding: 'unsure', problem });
  const before = baseline ?? expectedOf(product);
  if (page.parking >= PARKING_MIN && page.parking > before.parking) {
    return changed(text('site.parked', 'The page seems to offer or to park the domain.'));
  }
  if (page.gambling >= GAMBLING_MIN + before.gambling) {
    return changed(
      text(
        'site.gambling',
        'The page has the words of gambling or other lures, which it did not have before.',
      ),
    );
  }
  const similarity = baseline ? similarityOf(baseline, page) : undefined;
  const isAlike =
    (similarity !== undefined && similarity >= SIMILARITY_MIN && hasText(page)) ||
    isTitledAlike(product, before, page);
  // A product may be called after captchas.
  if (page.isInterstitial && !(isAlike && hasText(page))) {
    return unsure(text('site.interstitial', 'The site shows a page before or instead of its own.'));
  }
  const isComparable = hasText(page) && (baseline === undefined || hasText(baseline));
  if (page.domain !== before.domain && !isAlike) {
    if (!hasText(page) || (!hasMoved && LOGIN.test(page.url))) {
      return unsure(
        text('site.leadsToUnread', 'The address leads to {domain}, to a page that cannot be compared.', {
          domain: page.domain,
        }),
      );
    }
    return changed(
      text('site.leadsElsewhere', 'The address leads to {domain} instead of {before}.', {
        domain: page.domain,
        before: before.domain,
      }),
    );
  }
  if (isAlike || (baseline === undefined && page.domain === before.domain)) {
    return { finding: 'fine', ...(hasMoved && isElsewhere(page.url, product.url) && { movedTo: page.url }) };
  }
  if (!isComparable) {
    return page.title === before.title
      ? { finding: 'fine' }
      : unsure(text('site.tooLittleText', 'The page has too little text to compare.'));
  }
  if (before.language !== null && page.language !== null && page.language !== before.language) {
    return changed(text('site.otherLanguage', 'The page has another text in another language.'));
  }
  return changed(text('site.otherText', 'The page has another text and another title.'));
}

const hasText = ({ wordCount }: PageFingerprint): boolean => wordCount >= WORDS_MIN;

/** Of a site that was never fine: what the listing says. */
function expectedOf({ name, tagline, url }: Visit['product']) {
  const words = wordsOf(`${name} ${tagline}`);
  const isAboutGambling = words.some((word) =>
    /^(?:casinos?|poker|bets?|betting|roulette|slots?|jackpots?)$/.test(word),
  );
  const isAboutDomains = words.some((word) => /^domains?$/.test(word));
  return {
    domain: registrableDomain(new URL(url)),
    title: name,
    language: null,
    parking: isAboutDomains ? Infinity : 0,
    gambling: isAboutGambling ? Infinity : 0,
  };
}

const keyOf = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the page names the product, or has the title it had. Sites that are redesigned keep their names. */
function isTitledAlike(
  { name }: Visit['product'],
  before: Pick<PageFingerprint, 'title'>,
  { title, excerpt }: PageFingerprint,
): boolean {
  const key = keyOf(name);
  const isNamed = key.length > 3 ? keyOf(`${title} ${excerpt}`).includes(key) : wordsOf(title).includes(key);
  if (isNamed) return true;
  const [was, is] = [new Set(wordsOf(before.title)), new Set(wordsOf(title))];
  const common = [...is].filter((word) => was.has(word) && word.length > 3).length;
  return common >= 2 || (is.size > 0 && common === is.size);
}

/** Another domain, or another page for a listing that is not of a whole site. `/` may lead to `/en/`. */
function isElsewhere(url: string, listed: string): boolean {
  const [to, from] = [new URL(url), new URL(listed)];
  if (registrableDomain(to) !== registrableDomain(from)) return true;
  return from.pathname !== '/' && canonicalURL(url) !== canonicalURL(listed);
}
