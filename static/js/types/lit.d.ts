// What static/vendor/lit.js holds: hatch_build.py bundles these modules into one.
export * from 'lit';
export * from 'lit/directives/class-map.js';
export * from 'lit/directives/guard.js';
export * from 'lit/directives/if-defined.js';
export * from 'lit/directives/keyed.js';
export * from 'lit/directives/live.js';
export * from 'lit/directives/map.js';
export * from 'lit/directives/ref.js';
export * from 'lit/directives/repeat.js';
export * from 'lit/directives/unsafe-html.js';
export * from 'lit/directives/unsafe-mathml.js';
export * from 'lit/directives/when.js';
