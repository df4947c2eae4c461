import type { SubmitEvent } from 'react';
import { Button } from '@/components/ui/button';
import type { Elements } from '@/components/ui/elements';
import { useFaultFocus } from '@/components/ui/fault-focus';
import { useKeptForm } from '@/components/ui/kept-text';
import { Spinner } from '@/components/ui/spinner';
import type { ApiFailure } from '@/lib/api/http';

type CreationFormProps = {
  /** The texts of its fields are kept as `<keptAs>/<field>`. */
  keptAs: string;
  /** What its button says. */
  action: string;
  isCreating: boolean;
  failure: ApiFailure | undefined;
  /** The fields that say themselves what is wrong with them. */
  fields: readonly string[];
  /** Resolves to whether it was created. */
  onCreate: (form: HTMLFormElement) => Promise<boolean>;
  children: Elements;
  /** A link or key that the server does not show again, and what it is. */
  created: { title: string; text: string; action?: Elements } | false;
};

export function CreationForm(props: CreationFormProps) {
  const { keptAs, action, isCreating, failure, fields, onCreate, children, created } = props;
  const form = useFaultFocus(failure);
  const kept = useKeptForm(keptAs);
  const isFieldAtFault = fields.some((field) => failure && field in failure.fields);

  async function create(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const element = event.currentTarget;
    if (await kept.untilSent(onCreate(element))) element.reset();
  }

  return (
    <>
      <form ref={form} noValidate onSubmit={create} className="mt-6 flex max-w-prose flex-col gap-5">
        {children}
        {failure && !isFieldAtFault && (
          <p role="alert" className="text-danger">
            {failure.message}
          </p>
        )}
        <Button type="submit" look="primary" aria-disabled={isCreating} className="self-start">
          <span>{action}</span>
          {isCreating && <Spinner />}
        </Button>
      </form>
      <div role="status">
        {created && (
          <div className="mt-6 max-w-prose rounded-card border border-line bg-tint p-5">
            <p className="font-semibold">{created.title}</p>
            <code dir="ltr" className="mt-3 block text-sm wrap-anywhere">
              {created.text}
            </code>
            {created.action}
          </div>
        )}
      </div>
    </>
  );
}
