import { createElement, Fragment, type ReactElement } from 'react';
import { formatParts } from './format';
import { messageOf } from '@/lib/texts/messages';
import { type NamedValues, siteWords, type TagsOf } from './texts';

type Drawn = ReactElement | string;

type RichValues<English extends string> = {
  [Name in keyof NamedValues<English>]: NamedValues<English>[Name] | ReactElement;
} & { [Name in TagsOf<English>]: (inner: Drawn) => ReactElement };

/** A text with elements in it: each tag of the message is drawn by the function of its name. */
export const rich = <const English extends string>(
  key: string,
  english: English,
  values: RichValues<English>,
): Drawn => join(formatParts<ReactElement>(messageOf(key, english), values, join, siteWords()));

/** Texts beside each other are one text. React knows each element by its place in the message, which has no key for it. */
function join(parts: readonly Drawn[]): Drawn {
  const children: Drawn[] = [];
  for (const part of parts) {
    const last = children.at(-1);
    if (typeof part === 'string' && typeof last === 'string') children[children.length - 1] = last + part;
    else children.push(part);
  }
  const [only = ''] = children;
  return children.length > 1 ? createElement(Fragment, null, ...children) : only;
}
