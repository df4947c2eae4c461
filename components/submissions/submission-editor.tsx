import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { useDuplicates } from '@/hooks/submissions/use-duplicates';
import { usePagePreview } from '@/hooks/submissions/use-page-preview';
import { useSubmissionForm } from '@/hooks/submissions/use-submission-form';
import type { SubmittedProduct } from '@/lib/contract/submission';
import { URLStep } from './url-step';
import { DraftNote } from './draft-note';
import { SubmissionForm } from './submission-form';

type SubmissionEditorProps = {
  userId: string;
  /** The one to edit; a new one otherwise. */
  product?: SubmittedProduct;
};

/** From the address alone to the whole form; an edit begins with the form. */
export function SubmissionEditor({ userId, product }: SubmissionEditorProps) {
  const editing = useSubmissionForm(userId, product);
  const preview = usePagePreview(editing, product?.id);
  const duplicates = useDuplicates(editing.values, product?.id);
  return (
    <>
      <DraftNote editing={editing} />
      <VisuallyHidden live>{preview.note}</VisuallyHidden>
      {editing.isPastAddress ? (
        <SubmissionForm editing={editing} preview={preview} duplicates={duplicates} product={product} />
      ) : (
        <URLStep editing={editing} preview={preview} duplicateOf={duplicates.duplicateOf} />
      )}
    </>
  );
}
