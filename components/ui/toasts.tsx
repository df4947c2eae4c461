import { useEffect } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';

type ToastsProps = {
  /** Called once toasts can be shown. The library drops earlier ones, and those sent while React mounts twice. */
  onReady: () => void;
};

export function Toasts({ onReady }: ToastsProps) {
  useEffect(() => {
    const timer = setTimeout(onReady);
    return () => clearTimeout(timer);
  }, [onReady]);

  return <ToastContainer position="bottom-right" theme="dark" autoClose={5000} hideProgressBar newestOnTop />;
}
