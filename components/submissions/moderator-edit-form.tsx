import { editModeratedProduct } from '@/lib/api/editing';
import type { ProductTexts, TextChanges } from '@/lib/contract/editing';
import { useState } from 'react';
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
  const [startedFrom] = useState(seen);
  async function save(changes: TextChanges): Promise<void> {
    await editModeratedProduct({ id, seen: startedFrom }, changes);
    onSaved();
  }
  return <TextsForm texts={texts} sendLabel="Save changes" send={save} onCancel={onCancel} />;
}
