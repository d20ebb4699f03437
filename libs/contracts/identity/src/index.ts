export * from './activity';
export * from './events';
export * from './password-policy';
export * from './password-rules';
export * from './password-words';
export * from './reauthentication';
export * from './people';
export * from './tokens';
