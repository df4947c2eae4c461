import type { HTMLAttributes, ReactNode } from 'react';

type OptionListProps<Option> = {
  label: string;
  options: readonly Option[];
  listProps: HTMLAttributes<HTMLDivElement>;
  optionProps: (option: Option) => HTMLAttributes<HTMLDivElement>;
  /** Height and alignment of an option. */
  optionClassName: string;
  /** Draws the content of an option. */
  children: (option: Option) => ReactNode;
};

/** The options of a combobox, in a popup below its field. */
export function OptionList<Option extends { id: string }>({
  label,
  options,
  listProps,
  optionProps,
  optionClassName,
  children,
}: OptionListProps<Option>) {
  return (
    <div
      {...listProps}
      aria-label={label}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 scroll-py-1.5 overflow-y-auto overscroll-contain rounded-card bg-surface p-1.5 [box-shadow:var(--float)]"
    >
      {options.map((option) => (
        <div
          key={option.id}
          {...optionProps(option)}
          className={`flex cursor-pointer items-center gap-3 rounded-control px-2.5 py-1 aria-selected:bg-raised ${optionClassName}`}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}
