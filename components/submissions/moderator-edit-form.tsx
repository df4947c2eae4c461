import { useState } from 'react';
import { call } from '@/lib/api/http';
import {
  editModeratedProductCall,
  findModeratedProductCall,
  type ProductTexts,
  type TextChanges,
} from '@/lib/contract/editing';
import type { ModeratedProduct } from '@/lib/contract/moderation';
import { site } from '@/lib/site';
import type { LatestTexts } from './texts-conflict';
import { TextsForm } from './texts-form';

type ModeratorEditFormProps = {
  id: string;
  texts: ProductTexts;
  /** When the version was made that the moderator sees. */
  seen: string;
  onSaved: () => void;
  onCancel: () => void;
};

/** For moderators: changes what a product says. Its submitter reads which parts were changed. */
export function ModeratorEditForm({ id, texts, seen, onSaved, onCancel }: ModeratorEditFormProps) {
  // The list around the form may learn of a later version, which this form has not started from.
  const [startedFrom, setStartedFrom] = useState(seen);

  async function save(changes: TextChanges): Promise<void> {
    await call(editModeratedProductCall, { params: { id }, query: { seen: startedFrom }, body: changes });
    onSaved();
  }

  async function loadLatest(): Promise<LatestTexts | undefined> {
    const { product } = await call(findModeratedProductCall, { params: { id } });
    const effect = EFFECTS[product.status];
    if (effect === undefined) return undefined;
    const { name, tagline, description, url, tags, updatedAt } = product;
    setStartedFrom(updatedAt);
    return { texts: { name, tagline, description, url, tags: tags.map((tag) => tag.name) }, effect };
  }

  return (
    <TextsForm
      texts={texts}
      keptAs={`edit ${id}`}
      sendLabel="Save changes"
      send={save}
      loadLatest={loadLatest}
      onCancel={onCancel}
    />
  );
}

/** Says what saving the form does. Undefined when the product can no longer be edited. */
const EFFECTS: Partial<Record<ModeratedProduct['status'], string>> = {
  approved: `This ${site.noun} is listed. Your changes show right away.`,
  pending: "Your changes stay in the queue until they're approved.",
};
