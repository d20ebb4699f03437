import { createRoot } from 'react-dom/client';
import '@tomekeeper/ui/tokens.css';
import '@tomekeeper/ui/base.css';
import { placeForApp } from './start/prerendered-page';
import { start } from './start/start';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
void start(createRoot(placeForApp(root)));
