import { Icon } from '@/components/ui/icon';
import type { RuleCheck } from '@/lib/contract/rule';
import { site } from '@/lib/site';
import type { SubmissionErrors } from '@/lib/submissions/submission-state';
import { DeclaredField } from './declared-field';

/** What the site's rules say of a submission before it is sent: what they refuse, what could not be measured, and the rest. */
export function RuleChecks({ checks }: { checks: readonly RuleCheck[] }) {
  if (checks.length === 0) return null;
  const failed = checks.filter(({ outcome }) => outcome === 'failed');
  const others = checks.filter(({ outcome }) => outcome !== 'failed');
  return (
    <section aria-labelledby="rule-checks" className="rounded-card border border-line p-5">
      <h2 id="rule-checks" className="font-semibold">
        Rules of {site.name}
      </h2>
      <div role="status">
        {failed.length > 0 ? (
          <>
            <p className="mt-1 text-danger">This can&rsquo;t be submitted yet:</p>
            <ul className="mt-2 flex flex-col gap-2">
              {failed.map(({ rule, sentence }) => (
                <li key={rule} className="flex items-start gap-2">
                  <Icon name="alert" className="mt-0.5 size-5 text-danger" />
                  <span className="min-w-0 wrap-anywhere">{sentence}</span>
                </li>
              ))}
            </ul>
          </>
        ) : (
          <p className="mt-1">Nothing speaks against submitting this.</p>
        )}
      </div>
      {others.length > 0 && (
        <ul className="mt-3 flex flex-col gap-1 text-sm text-muted">
          {others.map(({ rule, sentence }) => (
            <li key={rule} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-sm">
        <a href="/rules" className="underline underline-offset-4">
          All rules
        </a>
      </p>
    </section>
  );
}

type MakerFieldProps = {
  checks: readonly RuleCheck[];
  value: boolean | null;
  errors: SubmissionErrors;
  onChange: (isMaker: boolean | null) => void;
};

/** Asks whether the member has made the product, on a site that asks for it. */
export function MakerField({ checks, value, errors, onChange }: MakerFieldProps) {
  if (!checks.some(({ rule }) => rule === 'declaration')) return null;
  return (
    <DeclaredField
      field={{
        key: 'is-maker',
        label: `Did you make this ${site.noun}?`,
        isRequired: true,
        control: {
          kind: 'one-of',
          choices: [
            { value: 'yes', label: 'Yes, I made it' },
            { value: 'no', label: 'No' },
          ],
        },
      }}
      value={value === null ? '' : value ? 'yes' : 'no'}
      error={errors.isMaker}
      onChange={(answer) => onChange(answer === '' ? null : answer === 'yes')}
    />
  );
}
