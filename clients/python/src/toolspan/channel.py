"""How channels are made, the same for threads and for asyncio."""

from toolspan.address import Address, UnixAddress

ChannelOptions = list[tuple[str, int | str]]


def channel_options(address: Address, max_message_bytes: int) -> ChannelOptions:
    """GRPC's settings; sizes in bytes, times in milliseconds."""
    options: ChannelOptions = [
        ("grpc.max_send_message_length", max_message_bytes),
        ("grpc.max_receive_message_length", max_message_bytes),
        ("grpc.initial_reconnect_backoff_ms", 100),
        ("grpc.max_reconnect_backoff_ms", 1000),
        ("grpc.keepalive_time_ms", 30_000),
        ("grpc.keepalive_timeout_ms", 10_000),
        ("grpc.keepalive_permit_without_calls", 0),
        ("grpc.http2.max_pings_without_data", 0),
        # each hub has a connection and a back-off of its own, a proxy never stands between, nobody else sets retries
        ("grpc.use_local_subchannel_pool", 1),
        ("grpc.enable_http_proxy", 0),
        ("grpc.service_config_disable_resolution", 1),
        # gRPC's own retries: a stream that fails to connect beside others may then keep its reader waiting for ever
        ("grpc.enable_retries", 0),
    ]
    if isinstance(address, UnixAddress):
        # the authority of a Unix socket is a path, which Node's HTTP/2 refuses
        options.append(("grpc.default_authority", "localhost"))
    return options
