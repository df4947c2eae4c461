import { useEffect, useRef } from 'react';
import type { CountedTag } from '@/lib/contract/tag';
import { formatCount } from '@/lib/format/figures';

type TagOption = { id: string; name: string; tag?: CountedTag };

type TagOptionsProps = {
  id: string;
  optionId: (option: TagOption) => string;
  options: readonly TagOption[];
  chosen?: TagOption;
  choose: (id: string) => void;
  add: (option: TagOption) => void;
};

/** The suggestions below the field of the tags; the last one makes a new tag. */
export function TagOptions({ id, optionId, options, chosen, choose, add }: TagOptionsProps) {
  const list = useRef<HTMLDivElement>(null);
  const chosenId = chosen?.id;

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  return (
    <div ref={list} id={id} role="listbox" aria-label="Suggested tags" className="tag-options">
      {options.map((option) => (
        <div
          key={option.id}
          id={optionId(option)}
          role="option"
          aria-selected={option.id === chosenId}
          // The field keeps the focus, and with it what was typed.
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => choose(option.id)}
          onClick={() => add(option)}
        >
          {option.tag ? (
            <>
              <span dir="auto" className="truncate">
                {option.name}
              </span>
              <span className="tag-count">{formatCount(option.tag.productCount)}</span>
            </>
          ) : (
            <span className="truncate">
              Make the new tag “<bdi>{option.name}</bdi>”
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
