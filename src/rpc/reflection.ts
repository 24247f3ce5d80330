import { fromBinary } from "@bufbuild/protobuf";
import { type DescriptorProto, type FileDescriptorProto, FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import { descriptors } from "../gen/descriptors.js";
import type {
  ServerReflectionRequest,
  ServerReflectionResponse,
  ServerReflectionServer,
} from "../gen/grpc/reflection/v1/reflection.js";

type Answer = NonNullable<ServerReflectionResponse["messageResponse"]>;

interface Index {
  readonly files: ReadonlyMap<string, { readonly bytes: Buffer; readonly needs: readonly string[] }>;
  /** The file that defines a service, method, message, field, enum or value. */
  readonly symbols: ReadonlyMap<string, string>;
  readonly services: readonly string[];
}

/** Server reflection over the schema and protobuf's well-known types. */
export function reflectionService(): ServerReflectionServer {
  let index: Index | undefined;
  return {
    serverReflectionInfo: (call: ServerDuplexStream<ServerReflectionRequest, ServerReflectionResponse>) => {
      index ??= indexOf(descriptors);
      const known = index;
      call.on("data", (request: ServerReflectionRequest) => {
        call.write({ validHost: request.host, originalRequest: request, messageResponse: answer(known, request) });
      });
      call.on("end", () => call.end());
    },
  };
}

function answer(index: Index, { messageRequest }: ServerReflectionRequest): Answer {
  switch (messageRequest?.$case) {
    case "fileByFilename":
      return filesFrom(index, messageRequest.value);
    case "fileContainingSymbol":
      return filesFrom(index, index.symbols.get(messageRequest.value.replace(/^\./, "")));
    case "listServices":
      return {
        $case: "listServicesResponse",
        value: { service: index.services.map((name) => ({ name })) },
      };
    case "allExtensionNumbersOfType":
      return {
        $case: "allExtensionNumbersResponse",
        value: { baseTypeName: messageRequest.value, extensionNumber: [] },
      };
    case "fileContainingExtension":
    case undefined:
      return notFound();
  }
}

// A file with everything that it imports, so that one answer resolves.
function filesFrom(index: Index, name: string | undefined): Answer {
  if (name === undefined || !index.files.has(name)) return notFound();
  const wanted = new Set([name]);
  for (const file of wanted) for (const needed of index.files.get(file)?.needs ?? []) wanted.add(needed);
  const fileDescriptorProto = [...wanted].flatMap((file) => index.files.get(file)?.bytes ?? []);
  return { $case: "fileDescriptorResponse", value: { fileDescriptorProto } };
}

function notFound(): Answer {
  return {
    $case: "errorResponse",
    value: { errorCode: status.NOT_FOUND, errorMessage: "There is nothing of that name." },
  };
}

function indexOf(encoded: Readonly<Record<string, string>>): Index {
  const files = new Map<string, { bytes: Buffer; needs: readonly string[] }>();
  const symbols = new Map<string, string>();
  const services: string[] = [];
  for (const [name, base64] of Object.entries(encoded)) {
    const bytes = Buffer.from(base64, "base64");
    const file = fromBinary(FileDescriptorProtoSchema, bytes);
    files.set(name, { bytes, needs: file.dependency });
    for (const symbol of symbolsOf(file)) symbols.set(symbol, name);
    for (const service of file.service) services.push(`${file.package}.${service.name}`);
  }
  return { files, symbols, services: services.sort() };
}

function symbolsOf(file: FileDescriptorProto): string[] {
  const at = (scope: string, name: string) => (scope === "" ? name : `${scope}.${name}`);
  const ofMessage = (scope: string, message: DescriptorProto): string[] => {
    const name = at(scope, message.name);
    return [
      name,
      ...message.field.map((field) => at(name, field.name)),
      ...message.enumType.map((type) => at(name, type.name)),
      ...message.nestedType.flatMap((nested) => ofMessage(name, nested)),
    ];
  };
  return [
    ...file.messageType.flatMap((message) => ofMessage(file.package, message)),
    ...file.enumType.map((type) => at(file.package, type.name)),
    ...file.service.flatMap((service) => {
      const name = at(file.package, service.name);
      return [name, ...service.method.map((method) => at(name, method.name))];
    }),
  ];
}
