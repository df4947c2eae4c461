import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { hidden } from '@/components/ui/visually-hidden';
import type { Setting } from '@/lib/contract/setting';
import { rich } from '@/lib/texts/rich';

type SecretFieldProps = {
  setting: Setting;
  hint: string;
  /** What is typed, or else in place of what is stored. */
  value: string;
  error?: string;
  onEdit: (value: string) => void;
};

/** What is stored is never shown: what is typed replaces it. */
export function SecretField({ setting, hint, value, error, onEdit }: SecretFieldProps) {
  const { name, label, stored } = setting;
  const isTyped = value !== (stored ?? '');
  const remove = rich('settings.removeSecret', 'Remove<hidden> what is stored: {label}</hidden>', {
    hidden,
    label,
  });
  return (
    <Field
      {...{ name, label, error, autoComplete: 'new-password', type: 'password', dir: 'ltr' }}
      hint={hint}
      value={isTyped ? value : ''}
      onChange={({ currentTarget }) => onEdit(currentTarget.value || (stored ?? ''))}
      aside={
        stored !== null && !isTyped ? (
          <Button size="small" onClick={() => onEdit('')}>
            {remove}
          </Button>
        ) : undefined
      }
    />
  );
}
