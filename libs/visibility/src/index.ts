export * from './audience';
export * from './audience-class';
export * from './audience-members';
export * from './event-audience';
export * from './sql';
export * from './undo-sql';
