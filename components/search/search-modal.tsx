import { Dialog } from '@/components/ui/dialog';
import { useSearchModal } from '@/hooks/use-search-modal';

export function SearchModal() {
  const { isOpen, close } = useSearchModal();
  return (
    <Dialog isOpen={isOpen} onClose={close} labelledBy="search-title">
      <h2 id="search-title">Search</h2>
    </Dialog>
  );
}
