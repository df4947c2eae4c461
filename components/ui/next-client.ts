import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';

/**
 * In place of React's client, as far as Next uses it. Next hydrates outside of a transition: the whole page in one task, during which the
 * browser does not respond. In a transition React pauses every 5 ms, and a click hydrates the page at once.
 */
const client = {
  hydrateRoot(...parameters: Parameters<typeof hydrateRoot>): Root | undefined {
    let root: Root | undefined;
    startTransition(() => {
      root = hydrateRoot(...parameters);
    });
    return root;
  },
};
export default client;

/** In place of Next's loader for the scripts of next/script, which no page uses: 1 KB less on every page. */
export const initScriptLoader = () => undefined;
