import { SYNONYM_LIMITS } from '@/lib/contract/synonym-rule';
import { mapInSlices } from '@/server/base/iterate';
import type { Db } from '@/server/db/client';
import { listSynonymRules } from '@/server/queries/search/synonym-rules';
import { listAddedWords } from '@/server/queries/search/search-documents';
import { editsMax, editCost } from '@/server/text/edit-distance';
import { MissedWords } from './missed-words';
import { readDefaultSynonyms, Synonyms } from './synonyms';
import { readQuery } from './search-text';
import { WordForms } from './word-forms';

/** A correction of a typed word: one word, or two words whose space was omitted. */
export type Suggestion = { words: readonly string[]; isPrefix: boolean; cost: number };

/** Extra cost of a prefix match over a whole word, in tenths of an edit. */
const START_COST = 2;
/** By the UTF-16 units that stand in place of the space. */
const SPLIT_COSTS = [10, 20] as const;
const splitUnitsMin = 3;
const suggestionsMax = 30;
/** Maximum age of the list of words. */
const readIntervalMs = 1_000;

/** Returns the letters of a text as a set of 32 bits. Different letters can share a bit. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index += 1) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

function countBits(bits: number): number {
  let rest = bits - ((bits >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Number of leading UTF-16 units that `headLetters` covers. */
const headUnits = 9;

/** Words with the same first two units. For each word: the set of its letters, and the set of its leading letters. */
type Group = { words: string[]; letters: number[]; headLetters: number[] };
const groupUnits = 2;
const startOf = (word: string) => word.slice(0, groupUnits);
/** Shorter words have no other forms, shorter stems begin too many words, and shorter parts of compounds are endings. */
const stemmedUnitsMin = 3;
const derivedUnitsMin = 4;
const partUnitsMin = 5;
const formsMax = 12;
const NO_SYNONYMS = new Synonyms([], (word) => word);
/** Words whose stem is looked at. A stem takes 5 µs. */
const alikeMax = 500;

/**
 * All words of products, for typo correction. A copy of a table that only grows, so each read fetches the new rows
 * only. 125,000 words take 10 MB.
 */
export class Vocabulary {
  private readonly groups = new Map<string, Group>();
  private lastOrder = '0';
  private readAtMs = -Infinity;
  private reading: Promise<void> | undefined;
  private forms: WordForms | undefined;
  private rules: { read: string; moderators: Synonyms; product: Synonyms } | undefined;

  /** Words of searches that found nothing. */
  readonly missed = new MissedWords();

  /** @param language of the site, a tag of BCP 47. */
  constructor(private readonly language = 'en') {}

  /** Reads the words unless they were read before. */
  async readFirst(db: Db): Promise<void> {
    if (this.readAtMs === -Infinity) await this.read(db);
  }

  /** Reads the words added since the last reading in the background, at most once per second. */
  readLater(db: Db): void {
    if (performance.now() - this.readAtMs < readIntervalMs) return;
    // The next search tries again.
    this.read(db).catch(() => undefined);
  }

  /** Reads what was changed before the call. */
  async readAgain(db: Db): Promise<void> {
    await this.reading;
    await this.read(db);
  }

  private read(db: Db): Promise<void> {
    this.reading ??= this.readOn(db).finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async readOn(db: Db): Promise<void> {
    const startedAtMs = performance.now();
    this.forms ??= await WordForms.load(this.language);
    await this.readRules(db, this.forms);
    const { words, lastOrder } = await listAddedWords(db, this.lastOrder);
    await mapInSlices(words, (word) => this.add(word));
    this.lastOrder = lastOrder;
    this.readAtMs = startedAtMs;
  }

  private add(word: string): void {
    const start = startOf(word);
    const group = this.groups.get(start) ?? { words: [], letters: [], headLetters: [] };
    this.groups.set(start, group);
    group.words.push(word);
    group.letters.push(lettersOf(word));
    group.headLetters.push(lettersOf(word.slice(0, headUnits)));
  }

  /** Whether a product contains the word or, for a prefix, a word that starts with it. */
  has(text: string, isPrefix: boolean): boolean {
    const words = this.groups.get(startOf(text))?.words ?? [];
    return words.some((word) => (isPrefix ? word.startsWith(text) : word === text));
  }

  /** The rules of the languages of the site. Undefined until `readFirst`. */
  get wordForms(): WordForms | undefined {
    return this.forms;
  }

  /** What words mean, too: as moderators say, and as the product knows. None until `readFirst`. */
  get synonyms(): { moderators: Synonyms; product: Synonyms } {
    return this.rules ?? { moderators: NO_SYNONYMS, product: NO_SYNONYMS };
  }

  /** Notes the words of a search that found nothing, but for those that products have. */
  noteMissed({ db, now }: { db: Db; now: () => Date }, query: string): void {
    this.missed.note(readQuery(query), ({ text, isPrefix }) => this.has(text, isPrefix));
    this.missed.writeLater(db, now());
  }

  private async readRules(db: Db, forms: WordForms): Promise<void> {
    const rules = await listSynonymRules(db, { limit: SYNONYM_LIMITS.rulesMax });
    const read = JSON.stringify(rules);
    if (read === this.rules?.read) return;
    const stem = (word: string) => forms.stem(word);
    const product = this.rules?.product ?? new Synonyms(readDefaultSynonyms(forms.language), stem);
    this.rules = { read, moderators: new Synonyms(rules, stem), product };
  }

  /** Whether the languages of the site or rules of synonyms have all these words: then the person who typed them meant them. */
  isSpelled(words: readonly string[]): boolean {
    const { moderators, product } = this.synonyms;
    return words.every(
      (word) => this.forms?.isCommonWord(word) || moderators.isSpelled(word) || product.isSpelled(word),
    );
  }

  /**
   * Returns other words of products: forms with the same stem, such as the plural, or in some languages with the word at
   * their end; and derived words, which begin with the stem and may mean something else.
   *
   * @param spelled the word in lower case with its marks, by which its language knows more endings.
   */
  listForms(text: string, spelled = text): { forms: string[]; derived: string[] } {
    const { forms } = this;
    if (!forms || text.length < stemmedUnitsMin) return { forms: [], derived: [] };
    const stems = new Set([forms.stem(text), forms.stem(spelled)]);
    const found = new Set<string>();
    const begun = new Set<string>();
    for (const stem of stems) {
      // A stem ends otherwise than its words: "happi" is that of "happy".
      const head = stem.length > stemmedUnitsMin ? stem.slice(0, -1) : stem;
      for (const beginning of ['', ...forms.beginnings])
        for (const word of this.listFrom(beginning + head)) if (forms.stem(word) === stem) found.add(word);
      if (stem.length >= derivedUnitsMin) for (const word of this.listFrom(stem)) begun.add(word);
    }
    if (forms.isCompounding && text.length >= partUnitsMin) {
      for (const { words } of this.groups.values())
        for (const word of words)
          if (word.length >= text.length + splitUnitsMin && word.endsWith(text)) found.add(word);
    }
    found.delete(text);
    const derived = [...begun].filter((word) => word !== text && !found.has(word)).slice(0, formsMax);
    return { forms: [...found].slice(0, formsMax), derived };
  }

  /** The first words that begin so. */
  private listFrom(head: string): string[] {
    const words = this.groups.get(startOf(head))?.words ?? [];
    return words.filter((word) => word.startsWith(head)).slice(0, alikeMax);
  }

  /**
   * Suggests corrections of a word, the likeliest first, without the word itself. Two edits are tried where one gives none.
   */
  suggest(typed: string, isPrefix: boolean): Suggestion[] {
    const most = editsMax(typed);
    if (most === 0) return [];
    const splits = this.split(typed, isPrefix);
    for (let mistakes = 1; mistakes <= most; mistakes += 1) {
      const suggestions = [...this.correct(typed, isPrefix, mistakes), ...splits];
      if (suggestions.length > 0) {
        return suggestions.sort((one, other) => one.cost - other.cost).slice(0, suggestionsMax);
      }
    }
    return [];
  }

  private correct(typed: string, isPrefix: boolean, mistakes: number): Suggestion[] {
    const best = new Map<string, Suggestion>();
    for (const word of this.findCandidates(typed, isPrefix, mistakes)) {
      const { whole, start, startUnits } = editCost(typed, word, mistakes);
      const startCost = isPrefix ? start + START_COST : Infinity;
      const text = whole <= startCost ? word : word.slice(0, startUnits);
      const cost = Math.min(whole, startCost);
      if (cost < (best.get(text)?.cost ?? Infinity) && text !== typed)
        best.set(text, { words: [text], isPrefix, cost });
    }
    return [...best.values()];
  }

  /** Returns words that share enough letters with the typed word and have a similar beginning. */
  private findCandidates(typed: string, isPrefix: boolean, mistakes: number): string[] {
    const found: string[] = [];
    const wanted = lettersOf(typed);
    const shortest = typed.length - mistakes;
    const longest = isPrefix ? Infinity : typed.length + mistakes;
    const [one, two] = [typed.charCodeAt(0), typed.charCodeAt(1)];
    for (const [start, group] of this.groups) {
      const [first, second] = [start.charCodeAt(0), start.charCodeAt(1)];
      if (first !== one && first !== two && second !== one && second !== two) continue;
      const letters = typed.length + mistakes <= headUnits ? group.headLetters : group.letters;
      group.words.forEach((word, index) => {
        const isLikely = countBits(wanted & ~(letters[index] ?? 0)) <= mistakes;
        if (isLikely && word.length >= shortest && word.length <= longest && word !== typed) found.push(word);
      });
    }
    return found;
  }

  /** Splits the typed word into two known words, also where another letter stands in place of the space. */
  private split(typed: string, isPrefix: boolean): Suggestion[] {
    const splits: Suggestion[] = [];
    for (let at = splitUnitsMin; at <= typed.length - splitUnitsMin; at += 1) {
      const first = typed.slice(0, at);
      for (const [signs, cost] of this.has(first, false) ? SPLIT_COSTS.entries() : []) {
        const second = typed.slice(at + signs);
        if (second.length >= splitUnitsMin && this.has(second, isPrefix))
          splits.push({ words: [first, second], isPrefix, cost });
      }
    }
    return splits;
  }
}
