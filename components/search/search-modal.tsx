import { Dialog } from '@/components/ui/dialog';
import { useSearchModal } from '@/hooks/use-search-modal';
import { SearchCommand } from './search-command';

export function SearchModal() {
  const { isOpen, isComposing, close, opener } = useSearchModal();
  return (
    <Dialog
      isOpen={isOpen && !isComposing}
      onClose={close}
      opener={opener}
      labelledBy="search-title"
      className="search-modal"
    >
      <SearchCommand onClose={close} />
    </Dialog>
  );
}
