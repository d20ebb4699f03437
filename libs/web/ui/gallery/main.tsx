import { createRoot } from 'react-dom/client';
import '../src/tokens/tokens.css';
import '../src/tokens/base.css';
import { Gallery } from './gallery';

const root = document.createElement('div');
document.body.append(root);
document.documentElement.lang = 'en';
createRoot(root).render(<Gallery />);
