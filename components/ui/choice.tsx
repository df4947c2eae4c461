import type { ComponentProps, ReactNode } from 'react';

type ChoiceProps = Omit<ComponentProps<'input'>, 'className'> & {
  children: ReactNode;
};

/** A checkbox or radio button of a group, in a frame with its label. */
export const Choice = ({ children, ...input }: ChoiceProps) => (
  <label className="inline-flex min-h-target cursor-pointer items-center gap-2 rounded-control border border-edge bg-surface px-3 hover:border-muted has-checked:border-accent has-checked:bg-tint pointer-coarse:min-h-target-thumb">
    <input {...input} className="size-5 accent-accent" />
    <span>{children}</span>
  </label>
);

type CheckboxProps = {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  className: string;
};

export const Checkbox = ({ label, isChecked, onChange, className }: CheckboxProps) => (
  <label className={`inline-flex cursor-pointer items-center gap-2 ${className}`}>
    <input
      type="checkbox"
      className="size-5 accent-accent"
      checked={isChecked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);
