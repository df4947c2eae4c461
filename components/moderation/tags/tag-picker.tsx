import { useState } from 'react';
import { PickerField } from '@/components/layout/picker-field';
import { Button } from '@/components/ui/button';
import { useTagChoices } from '@/hooks/use-curated-tags';
import type { CuratedTag } from '@/lib/contract/tag-curation';
import { formatCount } from '@/lib/format/figures';
import { t } from '@/lib/texts/texts';

const OPTIONS_MAX = 8;

type TagPickerProps = {
  label: string;
  hint: string;
  exceptId: string;
  /** What the button says, given the name of the chosen tag. */
  action: (picked: string) => string;
  look?: 'danger';
  isBusy: boolean;
  onPick: (tag: CuratedTag) => void;
};

export function TagPicker({ label, hint, exceptId, action, look, isBusy, onPick }: TagPickerProps) {
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<CuratedTag>();
  const { choices, error, isLoading } = useTagChoices(picked ? '' : typed);
  const options = choices.filter((tag) => tag.id !== exceptId).slice(0, OPTIONS_MAX);
  const isEmpty = !picked && typed.trim() !== '' && !isLoading && options.length === 0;
  const nothing = error
    ? t('tagPicker.notLoaded', "The tags couldn't be loaded. Check your connection and type again.")
    : t('tagPicker.none', 'No tag begins with that.');
  return (
    <div>
      <PickerField
        label={label}
        hint={isEmpty ? nothing : hint}
        value={typed}
        maxLength={80}
        options={picked ? [] : options}
        areOutdated={isLoading}
        onType={(text) => {
          setPicked(undefined);
          setTyped(text);
        }}
        onSelect={(tag) => {
          setPicked(tag);
          setTyped(tag.name);
        }}
        announcement={isEmpty ? nothing : ''}
        drawOption={({ name, productCount }) => (
          <>
            <span dir="auto" className="min-w-0 flex-1 truncate">
              {name}
            </span>
            <span className="tag-count">{formatCount(productCount)}</span>
          </>
        )}
      />
      {picked && (
        <Button
          className="mt-2 max-w-full"
          look={look}
          size="small"
          aria-disabled={isBusy}
          onClick={() => onPick(picked)}
        >
          <span className="truncate">{action(picked.name)}</span>
        </Button>
      )}
    </div>
  );
}
