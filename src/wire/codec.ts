/** The pair of pure functions between one model type and its protobuf form. */
export interface Codec<Model, Wire> {
  toWire(model: Model): Wire;
  fromWire(wire: Wire): Model;
}
