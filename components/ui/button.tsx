import type { ComponentProps } from 'react';

const CHOSEN =
  'aria-pressed:border-accent aria-pressed:bg-tint aria-pressed:text-accent aria-pressed:hover:bg-raised';
const OPEN = 'aria-expanded:border-ink aria-expanded:bg-raised';

/**
 * Every button has a border, which forced colors make visible. What is pressed or has opened something looks so by its
 * attribute alone: no place has to think of it.
 */
const LOOKS = {
  /** The main action. */
  primary: 'border border-transparent bg-brand text-on-brand hover:bg-brand-hover',
  secondary: `border border-edge bg-surface text-ink hover:bg-raised ${CHOSEN} ${OPEN}`,
  quiet: `border border-transparent text-muted hover:bg-raised hover:text-ink aria-pressed:text-accent ${OPEN}`,
  /** An action that can't be undone. */
  danger: `border border-danger text-danger hover:bg-raised ${OPEN}`,
} as const;

/** At least 44 px high on touch screens. */
const SIZES = {
  small: 'h-target-small px-3 text-sm pointer-coarse:h-target-thumb',
  medium: 'h-target px-4 pointer-coarse:h-target-thumb',
  large: 'h-target-large px-5',
  /** A square around one icon; give the button an accessible name. */
  icon: 'size-target-thumb lg:size-target pointer-coarse:size-target-thumb',
} as const;

type Look = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES; className?: string };

export function buttonClasses({ look = 'secondary', size = 'medium', className = '' }: Look = {}): string {
  return `button ${LOOKS[look]} ${SIZES[size]} ${className}`;
}

type ButtonProps = ComponentProps<'button'> & Look;

/**
 * While something is under way, set `aria-disabled`: the button ignores presses, also those of Enter in a field of its
 * form. `disabled` is for a button that cannot be used at all: it would take the focus away from who has pressed it.
 */
export function Button({ look, size, className, type = 'button', onClick, ...rest }: ButtonProps) {
  const isBusy = rest['aria-disabled'] === true;
  return (
    <button
      type={type}
      className={buttonClasses({ look, size, className })}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
