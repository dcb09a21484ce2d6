// Calls: arguments and results in registers, the return address in b15.
#include "mecc/codegen/objects.h"
#include "mecc/codegen/primitives.h"
#include "mecc/codegen/target_machine.h"

#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/SelectionDAG.h"

namespace llvm {

#include "MEv2GenCallingConv.inc"

SDValue MEv2TargetLowering::LowerFormalArguments(SDValue chain, CallingConv::ID cc, bool variadic,
                                                 const SmallVectorImpl<ISD::InputArg>& ins,
                                                 const SDLoc& at, SelectionDAG& dag,
                                                 SmallVectorImpl<SDValue>& values) const {
  MachineFunction& mf = dag.getMachineFunction();
  SmallVector<CCValAssign, 16> places;
  CCState state(cc, variadic, mf, places, *dag.getContext());
  state.AnalyzeFormalArguments(ins, CC_MEv2);
  const auto incoming = [&](MCRegister r) {
    const Register v = mf.addLiveIn(r, &MEv2::GPRRegClass);
    return dag.getCopyFromReg(chain, at, v, MVT::i32);
  };
  for (const CCValAssign& place : places)
    values.push_back(incoming(place.getLocReg()));
  if (mf.getName() != "main")
    mf.getInfo<MEv2FunctionInfo>()->return_address = mf.addLiveIn(MEv2::B15, &MEv2::GPRRegClass);
  mecc::codegen::mark_objects(mf);
  return chain;
}

bool MEv2TargetLowering::CanLowerReturn(CallingConv::ID cc, MachineFunction& mf, bool variadic,
                                        const SmallVectorImpl<ISD::OutputArg>& outs,
                                        LLVMContext& context) const {
  SmallVector<CCValAssign, 4> places;
  CCState state(cc, variadic, mf, places, context);
  return state.CheckReturn(outs, CC_MEv2);
}

SDValue MEv2TargetLowering::LowerReturn(SDValue chain, CallingConv::ID cc, bool variadic,
                                        const SmallVectorImpl<ISD::OutputArg>& outs,
                                        const SmallVectorImpl<SDValue>& values, const SDLoc& at,
                                        SelectionDAG& dag) const {
  MachineFunction& mf = dag.getMachineFunction();
  if (mf.getName() == "main") // the context ends
    return dag.getNode(MEv2ISD::KILL, at, MVT::Other, chain);
  SmallVector<CCValAssign, 4> places;
  CCState state(cc, variadic, mf, places, *dag.getContext());
  state.AnalyzeReturn(outs, CC_MEv2);
  const Register to = mf.getInfo<MEv2FunctionInfo>()->return_address;
  SmallVector<SDValue, 6> operands{chain, dag.getCopyFromReg(chain, at, to, MVT::i32)};
  SDValue glue;
  for (size_t n = 0; n < places.size(); ++n) {
    chain = dag.getCopyToReg(chain, at, places[n].getLocReg(), values[n], glue);
    glue = chain.getValue(1);
    operands.push_back(dag.getRegister(places[n].getLocReg(), MVT::i32));
  }
  operands[0] = chain;
  if (glue) operands.push_back(glue);
  return dag.getNode(MEv2ISD::RET, at, MVT::Other, operands);
}

SDValue MEv2TargetLowering::LowerCall(CallLoweringInfo& call,
                                      SmallVectorImpl<SDValue>& results) const {
  SelectionDAG& dag = call.DAG;
  call.IsTailCall = false;
  if (mecc::codegen::is_primitive(call.Callee))
    return mecc::codegen::lower_primitive(call, results);

  MachineFunction& mf = dag.getMachineFunction();
  const SDLoc& at = call.DL;
  SmallVector<CCValAssign, 16> places;
  CCState state(call.CallConv, call.IsVarArg, mf, places, *dag.getContext());
  state.AnalyzeCallOperands(call.Outs, CC_MEv2);
  SDValue chain = dag.getCALLSEQ_START(call.Chain, 0, 0, at), glue;
  const auto* callee = cast<GlobalAddressSDNode>(call.Callee);
  SmallVector<SDValue, 20> operands{chain,
                                    dag.getTargetGlobalAddress(callee->getGlobal(), at, MVT::i32)};
  for (size_t n = 0; n < places.size(); ++n) {
    chain = dag.getCopyToReg(chain, at, places[n].getLocReg(), call.OutVals[n], glue);
    glue = chain.getValue(1);
    operands.push_back(dag.getRegister(places[n].getLocReg(), MVT::i32));
  }
  operands[0] = chain;
  operands.push_back(dag.getRegisterMask(
      mf.getSubtarget().getRegisterInfo()->getCallPreservedMask(mf, call.CallConv)));
  if (glue) operands.push_back(glue);
  chain = dag.getNode(MEv2ISD::CALL, at, dag.getVTList(MVT::Other, MVT::Glue), operands);
  chain = dag.getCALLSEQ_END(chain, 0, 0, chain.getValue(1), at);
  glue = chain.getValue(1);

  places.clear();
  CCState returned(call.CallConv, call.IsVarArg, mf, places, *dag.getContext());
  returned.AnalyzeCallResult(call.Ins, CC_MEv2);
  for (const CCValAssign& place : places) {
    const SDValue v = dag.getCopyFromReg(chain, at, place.getLocReg(), MVT::i32, glue);
    chain = v.getValue(1);
    glue = v.getValue(2);
    results.push_back(v);
  }
  return chain;
}

} // namespace llvm
