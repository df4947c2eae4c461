import { productDescription, productName, productTagline, tagNames } from '@/lib/contract/submission-fields';
import { callControl } from '@/server/control/control-client';
import { controlCommands } from '@/server/control/contract';
import type { ImportDraft } from '@/server/import/import-draft';
import { injectedSite } from './addresses';
import { startSite } from './start-site';

/** A word in every description, to find the products by. */
export const MARKER = 'zebrafish';

const BATCH = 200;

/** Serves the build of the demo with a new data folder. */
export async function startInjectedSite() {
  const { dataDir, stop } = await startSite(injectedSite, { APP_ENV: 'demo' });
  return {
    async list(drafts: readonly ImportDraft[]) {
      for (let from = 0; from < drafts.length; from += BATCH) {
        const batch = drafts.slice(from, from + BATCH);
        const { outcomes } = await callControl(dataDir, controlCommands.import, {
          drafts: batch,
          isDryRun: false,
        });
        const failed = outcomes.filter(({ outcome }) => outcome !== 'added');
        if (failed.length > 0) throw new Error(`Not listed: ${JSON.stringify(failed)}`);
      }
    },
    stop,
  };
}

/** One product per text, which is in every field that may have it. The descriptions contain all texts in turn. */
export function draftsOf(texts: readonly string[]): ImportDraft[] {
  const descriptions = descriptionsOf(texts);
  return texts.map((text, index) => {
    const url = `https://${MARKER}-${index}.example.com`;
    return {
      line: index,
      name: productName.safeParse(text).data ?? `Tool ${index}`,
      tagline: productTagline.safeParse(text).data ?? `Tool ${index} for injection`,
      hasOwnTagline: true,
      description: descriptions[index % descriptions.length] ?? MARKER,
      url,
      canonicalURL: url,
      isRepeat: false,
      tags: tagNames.safeParse([text]).data ?? ['Other'],
    };
  });
}

/** As many texts in each description as fit. */
function descriptionsOf(texts: readonly string[]): string[] {
  const descriptions: string[] = [];
  let open = MARKER;
  for (const text of texts) {
    const longer = `${open}\n\n${text}`;
    if (productDescription.safeParse(longer).success) open = longer;
    else if (productDescription.safeParse(`${MARKER}\n\n${text}`).success) {
      descriptions.push(open);
      open = `${MARKER}\n\n${text}`;
    }
  }
  return [...descriptions, open];
}
