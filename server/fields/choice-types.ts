import { choiceFinder, choices, defineType, oneOf, problem, shown, textOf, textsOf } from './type-parts';
import { perLanguage } from '@/lib/texts/language';
import { t } from '@/lib/texts/texts';

const yes = () => t('field.yes', 'Yes' /* a value, as in “Open source: Yes” */);
const no = () => t('field.no', 'No' /* a value, as in “Open source: No” */);
const yesOrNo = (ifYes: string, ifNo: string) => [
  {
    value: ifYes,
    get label() {
      return yes();
    },
  },
  {
    value: ifNo,
    get label() {
      return no();
    },
  },
];

/** The types of fields whose values are chosen, one or several of a few. */
export const choiceTypes = {
  choice: defineType({
    description: 'One of several choices.',
    options: { choices },
    create({ choices }) {
      const find = choiceFinder(choices);
      return {
        control: { kind: 'one-of', choices },
        recognizes: (word) => find(word) !== undefined,
        filter: { kind: 'choices', choices },
        read(input) {
          const found = find(textOf(input));
          return found
            ? shown(found.label, found.value)
            : problem(t('field.unknownChoice', 'Choose one of: {choices}.', { choices: oneOf(choices) }));
        },
      };
    },
  }),

  choices: defineType({
    description: 'Any number of several choices.',
    options: { choices },
    create({ choices }) {
      const find = choiceFinder(choices);
      return {
        control: { kind: 'some-of', choices },
        recognizes: (word) => find(word) !== undefined,
        filter: { kind: 'choices', choices },
        read(input) {
          const texts = textsOf(input);
          const found = new Set(texts.map(find));
          if (texts.length === 0 || found.has(undefined))
            return problem(t('field.chooseFrom', 'Choose from: {choices}.', { choices: oneOf(choices) }));
          // In the order of the file, so that equal values are written alike.
          const chosen = choices.filter((each) => found.has(each));
          return {
            value: chosen.map(({ value }) => value),
            parts: chosen.map(({ label }) => ({ text: label })),
            tokens: chosen.map(({ value }) => value),
          };
        },
      };
    },
  }),

  boolean: defineType({
    description: 'Yes or no.',
    options: {},
    create() {
      const findWord = choiceFinder([
        { value: 'true', label: 'yes' },
        { value: 'false', label: 'no' },
      ]);
      const findLabel = perLanguage(() => choiceFinder(yesOrNo('true', 'false')));
      return {
        control: { kind: 'one-of', choices: yesOrNo('true', 'false') },
        needsLabel: true,
        filter: { kind: 'choices', choices: yesOrNo('yes', 'no') },
        read(input) {
          const text = textOf(input);
          const found = findWord(text) ?? findLabel()(text);
          if (!found) return problem(t('field.chooseYesOrNo', 'Choose yes or no.'));
          const value = found.value === 'true';
          return { value, parts: [{ text: value ? yes() : no() }], tokens: [value ? 'yes' : 'no'] };
        },
      };
    },
  }),
};
