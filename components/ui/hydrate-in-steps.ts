import { startTransition } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';

/**
 * What Next uses of React's client. Next hydrates outside of a transition: the whole page in one task, during which the
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
