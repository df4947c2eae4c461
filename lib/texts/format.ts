import { formatNumber, isMirrored, perLanguage } from './language';
import { type Choice, childrenOf, isChoice, type Message, type MessageNode } from './message';

const SELECT = 1;
const PLURAL = 2;

type Tag<Element> = (inner: string | Element) => string | Element;
export type Values<Element> = Readonly<
  Record<string, string | number | boolean | null | undefined | Element | Tag<Element>>
>;

const isTag = <Element>(value: Values<Element>[string]): value is Tag<Element> => typeof value === 'function';
/** A value that is the name of a method of every object has no form of its own. */
const formOf = (forms: Choice[2], name: string) => (Object.hasOwn(forms, name) ? forms[name] : undefined);

const cardinal = /* @__PURE__ */ perLanguage((language) => new Intl.PluralRules(language));
const ordinal = /* @__PURE__ */ perLanguage(
  (language) => new Intl.PluralRules(language, { type: 'ordinal' }),
);

/**
 * The parts of a message with its values, in the language of the texts.
 *
 * @param join makes one of the parts inside of a tag.
 * @param words what the message may name without a value.
 * @param isPlain whether no element can keep a value from turning the signs beside it.
 */
export function formatParts<Element extends object>(
  message: Message,
  values: Values<Element> | undefined,
  join: (parts: readonly (string | Element)[]) => string | Element,
  words?: Readonly<Record<string, string>>,
  isPlain?: boolean,
): (string | Element)[] {
  /** @param count what `#` stands for. */
  const partsOf = (nodes: readonly MessageNode[], count: number): (string | Element)[] =>
    nodes.flatMap((node) => {
      if (typeof node === 'string') return node;
      if (node === 0) return formatNumber(count);
      const value = values?.[node[0]] ?? words?.[node[0]] ?? '';
      if (isChoice(node)) {
        const [, kind, forms] = node;
        const rules = kind === PLURAL ? cardinal : ordinal;
        const text = String(typeof value === 'object' ? '' : value);
        const form =
          kind === SELECT
            ? formOf(forms, text)
            : (formOf(forms, `=${text}`) ?? formOf(forms, rules().select(Number(text))));
        return partsOf([form ?? forms.other ?? ''].flat(), kind === SELECT ? count : Number(text));
      }
      if (isTag(value)) return value(join(partsOf(childrenOf(node), count)));
      if (typeof value === 'object') return value;
      if (typeof value === 'number') return formatNumber(value);
      const said = String(value);
      // Between U+2068 and U+2069, which are invisible. Not an address, which programs find and people copy, nor a text that was said.
      return isPlain &&
        /[\u0590-\u08ff\ufb1d-\ufefc]/.test(said) !== isMirrored() &&
        !/^(?=\S+[.:/@]\S)\S+$|\u2068/.test(said)
        ? `\u2068${said}\u2069`
        : said;
    });
  return partsOf([message].flat(), 0);
}
