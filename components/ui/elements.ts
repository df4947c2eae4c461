import type { ReactElement } from 'react';

/**
 * What a component shows beside parts of its own that come and go: elements, or nothing. Never a bare text, as `ReactNode`
 * allows, because a browser's translation puts texts into elements that React doesn't know.
 */
export type Elements = ReactElement | false | null | undefined | readonly Elements[];
