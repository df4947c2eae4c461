import { hasBlock, saysWall } from './wall-titles';

/** Parts of a page, folded: lower case, no accents. */
type SeenPage = { title: string; text: string; wordCount: number };

/** What only the seller or the registrar of a domain says. One is enough on a short page. */
const FOR_SALE = [
  'this domain is for sale',
  'domain is for sale',
  'this domain may be for sale',
  'domain may be for sale',
  'domain name is for sale',
  'domain for sale',
  'buy this domain',
  'buy this premium domain',
  'own this domain',
  'get this domain',
  'inquire about this domain',
  'make an offer on this domain',
  'interested in this domain',
  'this domain has been registered',
  'this domain is parked',
  'domain is parked',
  'parked free',
  'parked domain',
  'parked by',
  'courtesy of godaddy',
  'this domain has expired',
  'domain has expired',
  'domain name has expired',
  'this domain is available',
  'domain is registered at',
  'domain is pending renewal',
  'hugedomains',
  'sedo domain parking',
  'sedoparking',
  'domain parking',
  'dan.com',
  'afternic',
  'bodis',
  'parkingcrew',
  'undeveloped.com',
  'diese domain steht zum verkauf',
  'domain steht zum verkauf',
  'diese domain kaufen',
  'ce domaine est a vendre',
  'nom de domaine est a vendre',
  'este dominio esta en venta',
  'dominio en venta',
  'questo dominio e in vendita',
  'domein is te koop',
  'домен продается',
  'домен продаётся',
  'срок регистрации домена',
  '域名出售',
  '域名正在出售',
  '此域名',
  'ドメインは売り出し中',
  'このドメイン',
] as const;
/** What parked pages have, and some others too. */
const ADVERTISING = [
  'related searches',
  'related links',
  'sponsored listings',
  'resources and information',
  'make an offer',
  'make offer',
  'privacy policy',
  'renew now',
  'top searches',
  'popular categories',
] as const;
/** More words than a page has that parks a domain. */
const PARKED_WORDS_MAX = 250;

const GAMBLING = [
  'casino',
  'kasino',
  'cassino',
  'slot gacor',
  'slot online',
  'slots online',
  'online slots',
  'judi',
  'togel',
  'toto',
  'sportsbook',
  'bookmaker',
  'betting',
  'bets',
  'jackpot',
  'poker',
  'roulette',
  'blackjack',
  'baccarat',
  'bahis',
  'deneme bonusu',
  'free spins',
  'freispiele',
  'tiradas gratis',
  'giri gratis',
  'apuestas',
  'scommesse',
  'paris sportifs',
  'sportwetten',
  'wetten',
  'maxwin',
  'rtp live',
  'no deposit bonus',
  'welcome bonus',
  'bonus new member',
  'situs',
  'казино',
  'ставки',
  'игровые автоматы',
  'бонус за регистрацию',
  '赌场',
  '博彩',
  '娱乐城',
  '老虎机',
  '体育投注',
  '彩票',
  '百家乐',
  'カジノ',
  '카지노',
  '바카라',
  '토토',
  'คาสิโน',
  'สล็อต',
  'nha cai',
  'ca cuoc',
  'viagra',
  'cialis',
  'escort',
  'porn',
] as const;

const countIn = (text: string, terms: readonly string[]): number =>
  terms.filter((term) => text.includes(term)).length;

/**
 * How many different terms of parked and of gambling pages a page has. A term of gambling in the title counts three
 * times. A long page is no parked one.
 */
export function countSuspiciousTerms({ title, text, wordCount }: SeenPage): {
  parking: number;
  gambling: number;
} {
  const all = `${title} ${text}`;
  const forSale = wordCount > PARKED_WORDS_MAX ? 0 : countIn(all, FOR_SALE);
  return {
    parking: forSale === 0 ? 0 : 2 * forSale + countIn(all, ADVERTISING),
    gambling: countIn(all, GAMBLING) + 2 * countIn(title, GAMBLING),
  };
}

/** Titles and first words of pages that stand before the real one, or instead of it for now. */
const INTERSTITIAL =
  /\b(?:just a moment|attention required|access denied|access to this page has been denied|checking your browser|verif(?:y|ying) (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)|not a robot|robot check|captcha|security check|ddos protection|request blocked|you have been blocked|pardon our interruption|one more step|enable (?:javascript|cookies)|javascript is (?:required|disabled)|before you continue|we (?:value|care about) your privacy|your privacy choices|accept (?:all )?cookies|cookie (?:consent|settings)|consent to|(?:log|sign) in|under maintenance|scheduled maintenance|maintenance mode|(?:we'll|we will|we ll) be (?:right )?back|temporarily unavailable|service unavailable|bad gateway|gateway time-?out|too many requests|rate limit|unusual traffic|page not found|404|internal server error|something went wrong|error 5\d\d)\b/;
/** Longer pages have content of their own, whatever they also ask. */
const INTERSTITIAL_WORDS_MAX = 150;

export const isInterstitial = ({ title, text, wordCount }: SeenPage): boolean =>
  saysWall(title) ||
  [title, ...(wordCount <= INTERSTITIAL_WORDS_MAX ? [text] : [])].some(
    (said) => INTERSTITIAL.test(said) || hasBlock(said),
  );
